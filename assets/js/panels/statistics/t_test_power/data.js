// The test of a reader's data in figures, and the n of a next study.
import { element } from "../../../element.js";
import { worded } from "../../../worded.js";
import { namedValues } from "../../shared/tables.js";

/** @typedef {Payload<{ lines: string[][], next: string[][], power: string }>} Data named values; for each reason a number of observations */

/** @type {Mount<Data>} */
export const mount = (root) => ({
  update({ header }) {
    root.replaceChildren(
      element("h3", { class: "gb-part" }, worded("The test of your data")), namedValues(header.lines),
      element("h3", { class: "gb-part" }, worded`The n that the next study needs, for ${header.power} power, two-sided`), namedValues(header.next),
      element("p", { class: "gb-note gb-dim" },
        worded("The effect seen is a poor guide by itself: a study that came out significant tends to exaggerate (type M below). ")
        + worded("Plan for the smallest effect that would matter, or for the near end of the interval.")));
  },
  draw() {},
});
