import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import wolfden.Observation;
import wolfden.Player;
import wolfden.Wolfden;

/**
 * Your agent. Change answer(); package wolfden does the rest.
 *
 * <pre>java -cp target/classes Agent ws://127.0.0.1:8080/ws mine1</pre>
 */
public final class Agent implements Player {
    private final Random random = new Random();

    public static void main(String[] args) {
        Wolfden.main(new Agent(), args);
    }

    /** Returns what to say, or the name of whom to choose. Called for everything that is asked. */
    @Override
    public String answer(Observation o) {
        if (o.chooses()) {
            return choose(o);
        }
        if (o.heard().stream().anyMatch(talk -> talk.agent().equals(o.me()) && talk.day() == o.day())) {
            return o.open() ? "" : "Over";
        }
        List<String> blacks = found(o, o.alive());
        if (o.request().equals("TALK") && o.role().equals("SEER") && !blacks.isEmpty()) {
            return "I am the seer and " + blacks.get(blacks.size() - 1) + " is a werewolf.";
        }
        return "I am " + o.me() + " and I listen before I judge.";
    }

    /** Chooses a werewolf that was found, else whom most of the others voted for, else anybody. */
    private String choose(Observation o) {
        if (o.request().equals("VOTE")) {
            List<String> blacks = found(o, o.targets());
            if (!blacks.isEmpty()) {
                return blacks.get(0);
            }
            List<String> against = o.votes().stream()
                    .filter(vote -> !vote.agent().equals(o.me()) && o.targets().contains(vote.target()))
                    .map(Observation.Vote::target)
                    .toList();
            if (!against.isEmpty()) {
                o.note("votes of others: " + against);
                return Collections.max(o.targets(), Comparator.comparing(who -> Collections.frequency(against, who)));
            }
        }
        return o.targets().get(random.nextInt(o.targets().size()));
    }

    /** Returns the werewolves that were found, among these. */
    private static List<String> found(Observation o, List<String> among) {
        return o.found().keySet().stream()
                .filter(who -> o.found().get(who).equals("WEREWOLF") && among.contains(who))
                .toList();
    }
}
