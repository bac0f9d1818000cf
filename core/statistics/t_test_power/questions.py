"""What a reader of /t-test-power guesses first."""

from core.questions import Amount, Axis, Goal, Mark, Question, Sketch
from core.swept_rows import nearest

_PERCENT = Axis("power", 0.0, 100.0, "%")

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="grow", values={"solve": "power", "n": 20, "effect": 0.7, "scrub": "n"},
        x=Axis("people in each group", 2.0, 60.0), y=_PERCENT,
        text="Two groups truly differ by 0.7 standard deviations. Draw the power: the probability that a t test finds "
             "the difference, as each group grows from 2 to 60 people.",
        truth=lambda its, params: (its.axis.n[its.experiment.at], 100 * its.experiment.power),
        theory=lambda its, params: (its.axis.n, 100 * its.theory.power),
        why="A small study mostly misses what is there. Power rises fast in the middle, and the last few percent take "
            "the most people.",
        next="Set Effect d to 0.35: with half the effect, the same people leave far less power.",
    ),
    Mark(
        name="winner", values={"solve": "power", "n": 20, "effect": 0.3},
        axis=Axis("effect reported, in standard deviations", 0.0, 1.5),
        text="Two groups of 20 truly differ by 0.3 standard deviations. Many such studies are made, and only the "
             "significant ones are reported. How large is the effect in them, on average?",
        truth=lambda its, params: its.plan.effect * float(its.theory.type_m[its.axis.home]),
        belief=("0.3", "Over all studies the average is right. But here a study is significant only if it finds far "
                       "more than there is, and the others are not reported."),
        why="In small groups only a large difference is significant. So the reported ones exaggerate, the more the "
            "smaller the power is.",
        next="Raise n (first group) to 100 and see the exaggeration shrink.",
    ),
    Mark(
        name="again", values={"kind": "one sample", "solve": "power", "n": 25, "effect": 0.4128}, axis=_PERCENT,
        text="A study of 25 people is just significant, with p = 0.05. Suppose that the effect it found is the true "
             "one. How likely is it that a second such study is significant as well?",
        truth=lambda its, params: 100 * float(its.experiment.power[its.experiment.at == its.axis.home][0]),
        theory=lambda its, params: 100 * its.plan.power,
        belief=("95", "A p-value of 0.05 does not say that the result comes again with 95 %. It says how seldom such "
                      "a result comes where there is no effect."),
        why="The second study finds about the same effect, a little more or a little less. The first one lay on the "
            "edge, so about half of the others lie below it.",
        next="Choose “n” under Solve for: the page says how many people a safer second study needs.",
    ),
    Amount(
        name="half", unit="in each group", values={"effect": 0.6},
        text="To find an effect of 0.6 standard deviations with a power of 80 %, a study needs 45 people in each "
             "group. How many does it need for half the effect?",
        truth=lambda its, params: float(its.theory.needed[nearest(its.axis.times, 0.5)]),
        belief=("90", "Twice as many is what many expect. But the error of a mean falls only with the root of n."),
        why="Half the effect asks for half the error, and that takes four times the people.",
        next="Set Effect d to 0.3 and read off what the page plans.",
    ),
    Goal(
        name="twenty", values={"solve": "power", "n": 20},
        solution={"solve": "power", "n": 20, "kind": "paired", "pair_correlation": 0.8},
        text="A goal: the true effect is 0.5 standard deviations, and there are only 20 people for each group. Reach a "
             "power of 80 % at the level α = 0.05 without any more people.",
        met=lambda its, params: max(its.plan.n, its.plan.n2) <= 20 and abs(its.plan.effect) <= 0.5
            and its.plan.alpha <= 0.05 and its.plan.power >= 0.8 and params.alternative != "equivalence",
        why="In pairs each person is compared with themselves. The more the two measurements agree, the less their "
            "difference varies.",
        next="Lower Correlation in a pair to 0 and see the gain vanish.",
    ),
)  # fmt: skip
