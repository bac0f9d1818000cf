"""Pictures of /gradient-descent: each kind of problem has a module of its own."""

from core.optimization.gradient_descent import Params, Result
from core.optimization.gradient_descent.quadratic_sweep import Descent
from core.optimization.gradient_descent.training_sweep import Training
from figures.optimization.gradient_descent import quadratic, sgd, training
from figures.plot import Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a sweep."""
    match result:
        case Descent():
            return quadratic.views(result)
        case Training():
            return training.views(result)
    return sgd.views(result)
