package wolfden;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import wolfden.Observation.Talk;
import wolfden.Observation.Vote;

/** What an agent has seen of the running game: packets come in, observations go out. For one thread. */
public final class Seen {
    static final String ASIDE = "wolfden.aside"; // begins what is said beside the game

    private static final double SHARE = 0.8; // of the time for an answer that the player has; the rest is for the way

    private String game;
    private String me;
    private String profile;
    private Json info;
    private Json setting;
    private Json packet;
    private Json aside = Json.NOTHING; // the last packet beside the game
    private Map<String, String> roles;
    private Map<String, String> found;
    private Map<List<Object>, Vote> votes; // by day and voter: votes of a day are told more than once
    private Map<Integer, String> executed;
    private Map<Integer, String> attacked;
    private Map<List<Object>, Talk> talks; // by all that they hold, since histories repeat what was broadcast
    private Map<List<Object>, Talk> whispers;
    private String floor; // TALK or WHISPER while everybody speaks there when they like, else ""
    private boolean gone; // one has left the floor

    /** Makes one that has seen nothing. */
    public Seen() {
        clear("");
    }

    private void clear(String game) {
        this.game = game;
        me = profile = floor = "";
        info = setting = packet = Json.NOTHING;
        roles = new LinkedHashMap<>();
        found = new LinkedHashMap<>();
        votes = new LinkedHashMap<>();
        executed = new LinkedHashMap<>();
        attacked = new LinkedHashMap<>();
        talks = new LinkedHashMap<>();
        whispers = new LinkedHashMap<>();
        gone = false;
    }

    /** Adds a packet and returns what it asks. */
    public String take(String text) {
        Json told = Json.read(text);
        String request = told.at("request").text();
        if (request.equals(ASIDE)) {
            aside = told;
        }
        if (request.equals("NAME") || request.equals(ASIDE)) {
            return request;
        }
        Json about = told.at("info");
        if (about.at("game_id").there() && !about.at("game_id").text().equals(game)) {
            clear(about.at("game_id").text());
        }
        packet = told;
        if (told.at("setting").there()) {
            setting = told.at("setting");
        }
        if (about.there()) {
            learn(about);
        }
        hear(talks, told.at("talk_history"), told.at("new_talk"));
        hear(whispers, told.at("whisper_history"), told.at("new_whisper"));
        if (request.endsWith("_PHASE_START")) {
            floor = request.substring(0, request.indexOf('_'));
            gone = false;
        } else if (!request.endsWith("_BROADCAST")) {
            floor = "";
        }
        return request;
    }

    /** Keeps what is told of once only. */
    private void learn(Json about) {
        info = about;
        me = textOr(about.at("agent"), me);
        profile = textOr(about.at("profile"), profile);
        about.at("role_map").map().forEach((who, role) -> roles.put(who, role.text()));
        for (String key : List.of("divine_result", "medium_result")) {
            Json result = about.at(key);
            if (result.there()) {
                found.put(result.at("target").text(), result.at("result").text());
            }
        }
        for (Json v : about.at("vote_list").list()) {
            Vote vote = new Vote(day(v), v.at("agent").text(), v.at("target").text());
            votes.put(List.of(vote.day(), vote.agent()), vote);
        }
        if (about.at("executed_agent").there()) {
            executed.put(day(about) - 1, about.at("executed_agent").text());
        }
        if (about.at("attacked_agent").there()) {
            attacked.put(day(about) - 1, about.at("attacked_agent").text());
        }
    }

    private static void hear(Map<List<Object>, Talk> said, Json history, Json latest) {
        List<Json> told = new ArrayList<>(history.list());
        if (latest.there()) {
            told.add(latest);
        }
        for (Json t : told) {
            if (!t.at("skip").yes() && !t.at("over").yes()) {
                Talk talk = new Talk(day(t), t.at("agent").text(), t.at("text").text());
                said.put(List.of(talk, t.at("turn").number(), t.at("idx").number()), talk);
            }
        }
    }

    private static String textOr(Json value, String otherwise) {
        return value.text().isEmpty() ? otherwise : value.text();
    }

    private static int day(Json of) {
        return of.at("day").number().orElse(0);
    }

    /** Returns why a note was refused, "" where the last packet beside the game says no such thing. */
    String refused() {
        return aside.at("refused").text();
    }

    /** Returns whether everybody speaks when they like. */
    boolean onFloor() {
        return !floor.isEmpty();
    }

    boolean living() {
        return info.at("status_map").at(me).text().equals("ALIVE");
    }

    /** Returns how many of one's own words were heard on the open floor. */
    int own() {
        Map<List<Object>, Talk> said = floor.equals("WHISPER") ? whispers : talks;
        return (int) said.values().stream().filter(talk -> talk.agent().equals(me)).count();
    }

    /** Says no more on this floor. */
    void leave() {
        gone = true;
    }

    /** Returns what is asked now, null for nothing. */
    public Observation observation() {
        String request = onFloor() ? floor : packet.at("request").text();
        boolean speaks = Observation.SPEAKS.contains(request);
        if (!speaks && !Observation.CHOOSES.contains(request)) {
            return null;
        }
        OptionalInt left = speaks ? info.at("remain_count").number() : OptionalInt.empty();
        if (onFloor() && (gone || left.orElse(1) == 0 || !living())) {
            return null;
        }
        List<String> alive = new ArrayList<>();
        info.at("status_map").map().forEach((who, status) -> {
            if (status.text().equals("ALIVE") && !who.equals(me)) {
                alive.add(who);
            }
        });
        List<String> targets = new ArrayList<>(alive);
        if (request.equals("ATTACK")) {
            targets.removeIf(who -> roles.getOrDefault(who, "").equals("WEREWOLF"));
        }
        return new Observation(
                request,
                onFloor(),
                game,
                day(info),
                me,
                roles.getOrDefault(me, ""),
                profile,
                List.copyOf(alive),
                List.copyOf(targets),
                copy(roles),
                List.copyOf(talks.values()),
                List.copyOf(whispers.values()),
                copy(found),
                List.copyOf(votes.values()),
                copy(executed),
                copy(attacked),
                left,
                room(request),
                SHARE * setting.at("timeout").at("action").number().orElse(0) / 1000,
                setting,
                packet,
                new CopyOnWriteArrayList<>()); // a player that is late may still note something while these are sent
    }

    /** Returns a copy in the same order, which Map.copyOf does not keep. */
    private static <K, V> Map<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Returns how long the next utterance may be; more may follow a mention. A limit below 0 is none. */
    private OptionalInt room(String request) {
        Json limits = setting.at(request.equals("WHISPER") ? "whisper" : "talk").at("max_length");
        int most = limits.at("per_talk").number().orElse(-1);
        int free = limits.at("base_length").number().orElse(-1);
        int budget = info.at("remain_length").number().orElse(-1);
        int room = free < 0 && budget < 0 ? -1 : Math.max(free, 0) + Math.max(budget, 0);
        if (most >= 0 && (room < 0 || most < room)) {
            room = most;
        }
        return room < 0 ? OptionalInt.empty() : OptionalInt.of(room);
    }
}
