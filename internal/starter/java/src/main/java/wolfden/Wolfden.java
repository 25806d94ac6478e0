package wolfden;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Plays Werewolf on a server of the AIWolf-NLP protocol with a player. It comes back when the connection is lost or a game is over. An
 * agent needs nothing of this package but main, Player and Observation.
 */
public final class Wolfden {
    private static final double SHORTEST = 0.5; // seconds before it connects again
    private static final double LONGEST = 15;
    private static final int REFUSED = 1008; // the code with which a server sends away who may not play

    private Wolfden() {}

    /** The connection is gone, or there never was one. */
    static final class Lost extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean refused;

        Lost(String message, boolean refused) {
            super(message);
            this.refused = refused;
        }

        /** Is for a server that closed the connection with a code and a reason. */
        static Lost closed(int code, String reason) {
            String message = "the server closed the connection: code " + code;
            return new Lost(reason.isEmpty() ? message : message + ": " + reason, code == REFUSED);
        }

        /** Is for whatever else went wrong. */
        static Lost broken(String what, Throwable cause) {
            String message = cause.getMessage(); // many have none
            return new Lost(what + ": " + (message == null ? cause.getClass().getSimpleName() : message), false);
        }
    }

    /** Plays as the command line says, the address, then the name, and ends the program where that cannot go on. */
    public static void main(Player player, String[] args) {
        String given = System.getenv("WOLFDEN_URL");
        if (given != null) { // wolfden has started this, and reads what is printed as UTF-8, whatever the locale is
            System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        }
        String url = args.length > 0 ? args[0] : given != null ? given : "ws://127.0.0.1:8080/ws";
        String name = args.length > 1 ? args[1] : "mine1";
        String token = System.getenv("WOLFDEN_TOKEN");
        try {
            play(player, url, name, token == null ? "" : token);
        } catch (Lost | InterruptedException err) {
            System.err.println(url + ": " + err.getMessage());
            System.exit(1);
        }
    }

    /** Plays game after game, and ends only by an error: where nobody answers at first, or the server refuses. */
    static void play(Player player, String url, String name, String token) throws Lost, InterruptedException {
        Seen seen = new Seen();
        double pause = SHORTEST;
        boolean known = false;
        while (true) {
            Connection connection = new Connection(player, name, seen);
            try {
                connection.open(url, token);
                connection.run();
                pause = SHORTEST;
                known = true;
                continue;
            } catch (Lost lost) {
                known = known || connection.welcomed();
                if (!known || lost.refused) {
                    throw lost;
                }
                System.err.println(lost.getMessage() + "; again in " + pause + " s");
            } finally {
                connection.close();
            }
            Thread.sleep((long) (1000 * pause));
            pause = Math.min(2 * pause, LONGEST);
        }
    }
}
