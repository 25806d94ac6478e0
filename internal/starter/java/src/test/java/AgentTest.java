import java.lang.reflect.Method;
import java.util.List;
import wolfden.Observation;
import wolfden.Seen;

/** An agent is a function, so it can be tried on a packet without a server: by its main, or by mvn package. */
public final class AgentTest {
    private final Agent agent = new Agent();

    /** Calls every method whose name begins with test, as Maven does. */
    public static void main(String[] args) throws ReflectiveOperationException {
        int ran = 0;
        for (Method method : AgentTest.class.getMethods()) {
            if (method.getName().startsWith("test")) {
                method.invoke(new AgentTest());
                ran++;
            }
        }
        System.out.println(ran + " tests: OK");
    }

    public void testASeerVotesForTheWerewolfItFound() {
        String found = "'divine_result': {'day': 0, 'agent': 'Ann', 'target': 'Cat', 'result': 'WEREWOLF'}";
        same("Cat", agent.answer(asked("VOTE", "'Ann': 'SEER'", found)));
    }

    public void testAWerewolfAttacksNoWerewolf() {
        for (int i = 0; i < 50; i++) {
            same("Cat", agent.answer(asked("ATTACK", "'Ann': 'WEREWOLF', 'Bob': 'WEREWOLF'", "'profile': ''")));
        }
    }

    public void testEveryAnswerIsOneThatCounts() {
        for (String request : List.of("TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK")) {
            Observation o = asked(request, "'Ann': 'VILLAGER'", "'profile': ''");
            String said = agent.answer(o);
            same(o.valid(said), said);
        }
    }

    /** What Ann sees on day 1 when this is asked of her. */
    private static Observation asked(String request, String roles, String more) {
        Seen seen = new Seen();
        seen.take("""
                {'request': '%s', 'talk_history': [], 'info': {'game_id': 'g', 'day': 1, 'agent': 'Ann', 'role_map': {%s}, %s,
                 'status_map': {'Ann': 'ALIVE', 'Bob': 'ALIVE', 'Cat': 'ALIVE', 'Dan': 'DEAD'}}}
                """.formatted(request, roles, more).replace('\'', '"'));
        return seen.observation();
    }

    private static void same(String want, String got) {
        if (!want.equals(got)) {
            throw new AssertionError("got " + got + ", want " + want);
        }
    }
}
