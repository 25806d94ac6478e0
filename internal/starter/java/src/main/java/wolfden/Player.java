package wolfden;

/** What plays: a function from an observation to an answer. */
@FunctionalInterface
public interface Player {
    /**
     * Returns what to say, or the name of whom to choose. One player plays game after game; {@link Observation#game} tells them apart.
     * Each call is in a thread of its own: one that took longer than there was time may still run beside the next. What is returned
     * then, an exception, and an answer that cannot count are replaced by one that does.
     */
    String answer(Observation o) throws Exception;
}
