package dev.hotlane.gateway.call;

/** What a line of a batch can be: the call whose body its other fields are, and what it names instead of a path. */
enum Kind {
    TRANSACTION("transaction", new Transactions(), null),
    RESERVATION("reservation", new Reserve(), null),
    CONFIRM("confirm", ReservationChange.CONFIRM, "reservation"),
    CANCEL("cancel", ReservationChange.CANCEL, "reservation"),
    EXTEND("extend", ReservationChange.EXTEND, "reservation"),
    ABANDON("abandon", new Abandon(), "command");

    /** The field that a line may leave out, so that its fields tell the usual kind without it. */
    static final String USUAL_FIELD = "ops";

    private static final Kind[] ALL = values();

    final String word;
    final Call call;

    /** The field that names the hold or command it speaks of, or null. */
    final String target;

    Kind(String word, Call call, String target) {
        this.word = word;
        this.call = call;
        this.target = target;
    }

    /** The kind of that word, or null. */
    static Kind of(String word) {
        for (Kind kind : ALL) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** All words, for a refusal. */
    static String words() {
        StringBuilder words = new StringBuilder();
        for (Kind kind : ALL) {
            words.append(words.isEmpty() ? "" : ", ").append(kind.word);
        }
        return words.toString();
    }

    /** Whether a field of that name can name what any kind speaks of. */
    static boolean isTarget(String field) {
        for (Kind kind : ALL) {
            if (field.equals(kind.target)) {
                return true;
            }
        }
        return false;
    }
}
