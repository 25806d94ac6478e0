package wolfden;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A value of JSON. What is not there, or is of another kind, reads as nothing, so that a key more or less in a packet stops no agent:
 * {@code o.setting().at("talk").at("max_count").at("per_day").number()}.
 */
public final class Json {
    /** What reads as nothing. */
    public static final Json NOTHING = new Json(null);

    private final Object value; // a String, Double, Boolean, List of Json, Map of Json by String, or null

    private Json(Object value) {
        this.value = value;
    }

    /** Reads a text; one that is no JSON is an IllegalArgumentException. */
    public static Json read(String text) {
        return new Reader(text).whole();
    }

    /** Returns the value of a key. */
    public Json at(String key) {
        return map().getOrDefault(key, NOTHING);
    }

    /** Returns whether there is anything but null. */
    public boolean there() {
        return value != null;
    }

    /** Returns a string, "" where it is none. */
    public String text() {
        return value instanceof String text ? text : "";
    }

    /** Returns a number without its fraction, empty where it is none. */
    public OptionalInt number() {
        return value instanceof Double number ? OptionalInt.of(number.intValue()) : OptionalInt.empty();
    }

    /** Returns whether it is true. */
    public boolean yes() {
        return Boolean.TRUE.equals(value);
    }

    /** Returns the values of a list, in order. */
    @SuppressWarnings("unchecked")
    public List<Json> list() {
        return value instanceof List<?> list ? (List<Json>) list : List.of();
    }

    /** Returns the values of an object by their keys, in order. */
    @SuppressWarnings("unchecked")
    public Map<String, Json> map() {
        return value instanceof Map<?, ?> map ? (Map<String, Json>) map : Map.of();
    }

    /** Returns the value as it is printed to be looked at. */
    @Override
    public String toString() {
        return value instanceof String text ? quote(text) : String.valueOf(value);
    }

    /** Returns a text as JSON writes it, with its quotation marks. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Reads one text from its beginning to its end. */
    private static final class Reader {
        private static final int DEEPEST = 100; // no packet comes near, and deeper ones could fill the stack

        private final String text;
        private int at;
        private int depth;

        Reader(String text) {
            this.text = text;
        }

        Json whole() {
            Json read = value();
            if (next() != 0) {
                throw wrong();
            }
            return read;
        }

        private Json value() {
            if (++depth > DEEPEST) {
                throw wrong();
            }
            Json read = switch (next()) {
                case '{' -> object();
                case '[' -> list();
                case '"' -> new Json(string());
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
            depth--;
            return read;
        }

        private Json object() {
            Map<String, Json> read = new LinkedHashMap<>();
            at++;
            while (next() != '}') {
                if (!read.isEmpty()) {
                    expect(',');
                }
                if (next() != '"') {
                    throw wrong();
                }
                String key = string();
                expect(':');
                read.put(key, value());
            }
            at++;
            return new Json(Collections.unmodifiableMap(read));
        }

        private Json list() {
            List<Json> read = new ArrayList<>();
            at++;
            while (next() != ']') {
                if (!read.isEmpty()) {
                    expect(',');
                }
                read.add(value());
            }
            at++;
            return new Json(Collections.unmodifiableList(read));
        }

        private String string() {
            StringBuilder read = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                read.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
            }
            expect('"');
            return read.toString();
        }

        private char escaped() {
            at++;
            char c = at < text.length() ? text.charAt(at) : 0;
            return switch (c) {
                case '"', '\\', '/' -> c;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> hex();
                default -> throw wrong();
            };
        }

        private char hex() {
            if (at + 4 >= text.length()) {
                throw wrong();
            }
            at += 4;
            return (char) Integer.parseInt(text, at - 3, at + 1, 16);
        }

        private Json number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (from == at) {
                throw wrong();
            }
            return new Json(Double.valueOf(text.substring(from, at)));
        }

        private Json word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                throw wrong();
            }
            at += word.length();
            return new Json(value);
        }

        private void expect(char wanted) {
            if (next() != wanted) {
                throw wrong();
            }
            at++;
        }

        /** Returns the next character that is no blank, 0 at the end. */
        private char next() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("no JSON, at character " + at);
        }
    }
}
