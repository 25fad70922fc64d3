"""Words that say nothing about what is asked."""

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any anyone anything are aren as at be because been before
    being below between both but by can cannot could couldn d did didn do does doesn doing don done down during each
    either else ever every few for from further get gets getting give go goes going got had hadn has hasn have haven
    having he hello her here hers herself hey hi him himself his how i if in into is isn it its itself just know let
    like ll m make many may maybe me might mine more most much must mustn my myself need no nor not now of off ok okay
    on once one only or other our ours ourselves out over own please put re really s same say says shall shan she
    should shouldn so some someone something still such sure t tell than thank thanks that the their theirs them
    themselves then there these they thing things think this those through to too under until up upon us ve very want
    was wasn way we well were weren what whatever when where whether which while who whom whose why will with won
    would wouldn yeah yes yet you your yours yourself yourselves
    """.split()  # noqa: SIM905 a list of 200 strings would be harder to read
)
