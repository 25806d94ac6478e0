package wolfden;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import wolfden.Wolfden.Lost;

/**
 * One connection. Gives the name, asks the player in time, and answers for it when it fails or takes too long. Packets and answers
 * come as events in one queue, which one thread reads; it alone sends, since a WebSocket of Java sends one message at a time.
 */
final class Connection {
    private static final double ECHO = 3; // seconds after which words on an open floor that did not come back count as lost
    private static final double IDLE = 1; // seconds after which a player with nothing to say on an open floor is asked again
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private sealed interface Event {}

    private record Packet(String text) implements Event {}

    private record Answered(int number, String text) implements Event {}

    private record Gone(Lost lost) implements Event {}

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Player player;
    private final String name;
    private final Seen seen;

    private WebSocket socket; // null before it is open
    private boolean welcomed; // something was heard from the server
    private boolean aside; // the server takes notes
    private int number; // of the latest question
    private Observation asked; // what the player was asked with, while its answer is awaited
    private Long due; // nanoTime when that must be there, or an open floor is looked at again; null: never
    private int waits; // own words on an open floor that must have come back

    Connection(Player player, String name, Seen seen) {
        this.player = player;
        this.name = name;
        this.seen = seen;
    }

    boolean welcomed() {
        return welcomed;
    }

    /** Connects. Offers to note things; a server that does not know of it says nothing to that. */
    void open(String url, String token) throws Lost {
        WebSocket.Builder builder = CLIENT.newWebSocketBuilder().subprotocols(Seen.ASIDE).connectTimeout(Duration.ofSeconds(30));
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        try {
            socket = builder.buildAsync(URI.create(url), new Ear()).join();
        } catch (IllegalArgumentException err) {
            throw Lost.broken("no address of a server", err);
        } catch (CompletionException err) {
            if (err.getCause() instanceof WebSocketHandshakeException refusal) {
                int status = refusal.getResponse().statusCode();
                throw new Lost("the server answers with the status " + status, status == 401 || status == 403);
            }
            throw Lost.broken("no connection", err.getCause());
        }
        aside = socket.getSubprotocol().equals(Seen.ASIDE);
    }

    /** Turns what the server sends into events. */
    private final class Ear implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                events.add(new Packet(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            events.add(new Gone(Lost.closed(code, reason)));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            events.add(new Gone(Lost.broken("the connection broke", error)));
        }
    }

    /** Plays until a game is over. */
    void run() throws Lost, InterruptedException {
        while (true) {
            Event event = due == null ? events.take() : events.poll(due - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                late();
            } else if (event instanceof Gone gone) {
                throw gone.lost();
            } else if (event instanceof Answered answered) {
                take(answered);
            } else if (event instanceof Packet packet && isOver(packet)) {
                return;
            }
        }
    }

    /** Ends the connection without waiting for the server. */
    void close() {
        if (socket != null) {
            socket.abort();
        }
    }

    /** Takes a packet, and returns whether the game is over. */
    private boolean isOver(Packet packet) throws Lost {
        welcomed = true;
        switch (taken(packet)) {
            case "FINISH":
                return true;
            case "NAME":
                if (asked != null && !asked.open()) {
                    forget(); // the server has given up on the answer
                }
                send(name);
                return false;
            case Seen.ASIDE:
                if (!seen.refused().isEmpty()) {
                    System.err.println("a note was refused: " + seen.refused());
                }
                return false;
            default:
                look();
                return false;
        }
    }

    private String taken(Packet packet) throws Lost {
        try {
            return seen.take(packet.text());
        } catch (IllegalArgumentException err) {
            throw Lost.broken("the server sent what is no packet", err);
        }
    }

    /** Asks the player if there is something to ask. */
    private void look() {
        Observation o = seen.observation();
        if (o == null) {
            if (!seen.onFloor() || !seen.living()) {
                forget();
                waits = 0;
            }
            return;
        }
        boolean asks = asked != null && asked.open(); // then it is asked again when it has answered
        boolean echoes = seen.own() < waits; // then it is asked when its last words have come back
        if (!o.open() || !asks && !echoes) {
            ask(o);
        }
    }

    private void forget() {
        asked = null;
        due = null;
    }

    /** Asks the player in a thread of its own, so that NAME can be answered meanwhile. */
    private void ask(Observation o) {
        int mine = ++number;
        asked = o;
        due = o.seconds() > 0 && !o.open() ? after(o.seconds()) : null;
        Thread thread = new Thread(() -> {
            String text;
            try {
                text = o.valid(player.answer(o));
            } catch (Throwable err) { // whatever it is, it must not leave the seat empty
                err.printStackTrace();
                text = o.instead("crashed", err.toString());
            }
            events.add(new Answered(mine, text));
        });
        thread.setDaemon(true); // one that never ends keeps no program alive
        thread.start();
    }

    private static long after(double seconds) {
        return System.nanoTime() + (long) (seconds * 1e9);
    }

    /** Sends an answer, if it is still awaited. */
    private void take(Answered answer) throws Lost {
        if (answer.number() != number || asked == null) {
            return;
        }
        Observation o = asked;
        forget();
        tell(o);
        if (o.open()) {
            say(o, answer.text());
        } else {
            send(answer.text());
        }
    }

    /** Says something on an open floor, or lets some time pass. */
    private void say(Observation o, String text) throws Lost {
        due = after(text.isEmpty() ? IDLE : ECHO);
        if (text.isEmpty()) {
            return;
        }
        if (text.equals("Over")) {
            seen.leave();
            due = null;
        } else {
            waits = seen.own() + 1;
        }
        send(text);
    }

    /** Is called when what was awaited has not come. */
    private void late() throws Lost {
        due = null;
        if (asked != null && !asked.open()) {
            Observation o = asked;
            forget();
            String text = o.instead("late", String.format("no answer after %.1f s", o.seconds()));
            tell(o);
            send(text);
        } else if (asked == null && seen.onFloor()) {
            waits = 0;
            Observation o = seen.observation();
            if (o != null) {
                ask(o);
            }
        }
    }

    /** Sends what was noted, before the answer that it belongs to, where the server takes notes. */
    private void tell(Observation o) throws Lost {
        for (Observation.Note note : aside ? o.notes() : List.<Observation.Note>of()) {
            send("{" + Json.quote(Seen.ASIDE) + ": {\"note\": " + Json.quote(note.text()) + ", \"topic\": " + Json.quote(note.topic()) + "}}");
        }
    }

    private void send(String text) throws Lost {
        try {
            socket.sendText(text, true).join();
        } catch (CompletionException err) {
            throw Lost.broken("the connection broke", err.getCause());
        }
    }
}
