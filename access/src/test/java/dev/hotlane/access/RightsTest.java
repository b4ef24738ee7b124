package dev.hotlane.access;

import static dev.hotlane.access.Samples.prefixes;
import static dev.hotlane.access.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.access.Lack.Missing;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The table of verbs: each op with each verb, on each list alone. */
class RightsTest {
    private static final byte[] KEY = utf8("k:1");

    @Test
    void opsOfATransaction() {
        assertAllowed(Rights::transacted, new Op(OpKind.SET, KEY).arg(ArgName.VALUE, 5), "STOCK KEYS");
        assertAllowed(Rights::transacted, new Op(OpKind.REMOVE, KEY), "STOCK KEYS");
        assertAllowed(Rights::transacted, new Op(OpKind.CHECK, KEY).arg(ArgName.MIN, 5), "ADD KEYS");
        assertAllowed(Rights::transacted, take(), "TAKE BUCKETS", "ADD BUCKETS");
        assertAllowed(Rights::transacted, add(-1), "ADD KEYS", "STOCK KEYS");
        assertAllowed(Rights::transacted, add(-1).arg(ArgName.MIN, 3), "ADD KEYS", "STOCK KEYS");
        assertAllowed(Rights::transacted, add(-1).arg(ArgName.MIN, -3), "STOCK KEYS");
        assertAllowed(Rights::transacted, add(-1).flags(Op.NO_MIN), "STOCK KEYS");
        assertAllowed(Rights::transacted, add(Long.MIN_VALUE).flags(Op.NO_MIN), "STOCK KEYS");
        assertAllowed(Rights::transacted, add(1), "STOCK KEYS");
        assertAllowed(Rights::transacted, add(0), "STOCK KEYS");
        assertAllowed(Rights::transacted, add(1).arg(ArgName.MAX, 9), "ADD LIMITS", "STOCK KEYS");
    }

    @Test
    void opsOfAReservation() {
        assertAllowed(Rights::reserved, new Op(OpKind.CHECK, KEY).arg(ArgName.MIN, 5), "RESERVE KEYS");
        assertAllowed(Rights::reserved, take(), "RESERVE BUCKETS");
        assertAllowed(Rights::reserved, add(-1), "RESERVE KEYS", "STOCK KEYS");
        assertAllowed(Rights::reserved, add(-1).flags(Op.NO_MIN), "STOCK KEYS");
        assertAllowed(Rights::reserved, add(-1).arg(ArgName.MIN, -1), "STOCK KEYS");
        assertAllowed(Rights::reserved, add(1), "STOCK KEYS");
        assertAllowed(Rights::reserved, add(1).arg(ArgName.MAX, 9), "RESERVE LIMITS", "STOCK KEYS");
    }

    @Test
    void whatIsNoOpOfACallIsADefectOfTheCaller() {
        Rights none = new Rights(List.of());
        Op line = new Op(OpKind.LINE, KEY).arg(ArgName.QUANTITY, 1);
        assertThatThrownBy(() -> none.transacted(line)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> none.reserved(line)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> none.reserved(Op.set("k:1", 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> none.reserved(Op.remove("k:1"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void listsNeedAPrefixInsideAGrantedOneAndProductsAllTheirKeys() {
        Rights rights = new Rights(List.of(Samples.grant(Verb.READ, HoldScope.NONE)));
        assertThat(rights.key(Verb.READ, utf8("stock:a"))).isNull();
        assertThat(rights.key(Verb.READ, utf8("stock:"))).isNull();
        assertThat(rights.key(Verb.READ, utf8("stock")).missing()).isEqualTo(Missing.KEYS);
        assertThat(rights.key(Verb.READ, new byte[0]).text())
                .isEqualTo("the verb \"read\" is not granted on all keys: name a prefix");
        assertThat(rights.keys(Verb.READ, List.of(utf8("stock:a"), utf8("stock:b"))))
                .isNull();
        Lack lack = rights.keys(Verb.READ, List.of(utf8("stock:a"), utf8("limit:b")));
        assertThat(lack.text()).isEqualTo("the verb \"read\" is granted without a prefix of \"limit:b\" in \"keys\"");
        assertThat(rights.keys(Verb.STOCK, List.of()).missing()).isEqualTo(Missing.VERB);
    }

    @Test
    void holdsOfTheTenantReachAllAndThoseOfAnOwnerNeedItsName() {
        for (Verb verb : List.of(Verb.READ, Verb.RESOLVE)) {
            Rights tenant = new Rights(List.of(Samples.grant(verb, HoldScope.TENANT)));
            assertThat(tenant.hold(verb, false)).isNull();
            assertThat(tenant.command(verb)).isNull();

            Rights owner = new Rights(List.of(Samples.grant(verb, HoldScope.OWNER)));
            assertThat(owner.hold(verb, true)).isNull();
            assertThat(owner.hold(verb, false).missing()).isEqualTo(Missing.OWNER);
            assertThat(owner.command(verb).missing()).isEqualTo(Missing.TENANT);

            Rights none = new Rights(List.of(Samples.grant(verb, HoldScope.NONE)));
            assertThat(none.hold(verb, true).missing()).isEqualTo(Missing.HOLDS);
            assertThat(none.command(verb).missing()).isEqualTo(Missing.HOLDS);

            Rights other = new Rights(List.of(Samples.grant(Verb.STOCK, HoldScope.TENANT)));
            assertThat(other.hold(verb, true).missing()).isEqualTo(Missing.VERB);
            assertThat(other.command(verb).missing()).isEqualTo(Missing.VERB);
        }
    }

    @Test
    void reservingNeedsNoHoldsButThoseOfAnOwnerNeedItsName() {
        Rights none = new Rights(List.of(Samples.grant(Verb.RESERVE, HoldScope.NONE)));
        Rights owner = new Rights(List.of(Samples.grant(Verb.RESERVE, HoldScope.OWNER)));
        assertThat(none.hold(Verb.RESERVE, false)).isNull();
        assertThat(owner.hold(Verb.RESERVE, true)).isNull();
        assertThat(owner.hold(Verb.RESERVE, false).text())
                .isEqualTo("the verb \"reserve\" is granted with \"holds\":\"owner\": name the owner");
    }

    @Test
    void theWiderOfTwoGrantsCountsForTheirVerbAlone() {
        Rights rights = new Rights(List.of(
                Samples.grant(Verb.READ, HoldScope.TENANT),
                Samples.grant(Verb.RESOLVE, HoldScope.OWNER),
                new Grant(EnumSet.of(Verb.READ), prefixes("sale:"), Prefixes.NONE, Prefixes.NONE, HoldScope.OWNER)));
        assertThat(rights.hold(Verb.READ, false)).isNull();
        assertThat(rights.hold(Verb.RESOLVE, false)).isNotNull();
        assertThat(rights.key(Verb.READ, utf8("sale:1"))).isNull();
        assertThat(rights.key(Verb.READ, utf8("stock:1"))).isNull();
        assertThat(rights.verb(Verb.STOCK).text()).isEqualTo("the verb \"stock\" is not granted");
        assertThat(rights.verb(Verb.READ)).isNull();
    }

    @Test
    void theLackNamesTheVerbThatThePrincipalHas() {
        Rights stock = new Rights(List.of(Samples.grant(Verb.STOCK, HoldScope.NONE)));
        assertThat(stock.transacted(add(-1)).verb()).isEqualTo(Verb.STOCK);
        Rights add = new Rights(List.of(Samples.grant(Verb.ADD, HoldScope.NONE)));
        assertThat(add.transacted(add(-1)).verb()).isEqualTo(Verb.ADD);
        assertThat(add.transacted(take()).text())
                .isEqualTo("the verb \"add\" is granted without a prefix of \"k:1\" in \"buckets\"");
        assertThat(add.transacted(add(1)).text()).isEqualTo("the verb \"stock\" is not granted");
    }

    /** Grants of one verb on one list, each alone, allow the op exactly if they are among {@code allowed}. */
    private static void assertAllowed(BiFunction<Rights, Op, Lack> judged, Op op, String... allowed) {
        List<String> found = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            for (KeyList list : KeyList.values()) {
                Lack lack = judged.apply(new Rights(List.of(on(verb, list, "k:"))), op);
                if (lack == null) {
                    found.add(verb + " " + list);
                } else {
                    assertThat(lack.text()).contains("\"" + lack.verb().word() + "\"");
                }
                assertThat(judged.apply(new Rights(List.of(on(verb, list, "other:"))), op))
                        .isNotNull();
            }
        }
        assertThat(found).containsExactlyInAnyOrder(allowed);
    }

    private static Grant on(Verb verb, KeyList list, String prefix) {
        return new Grant(
                EnumSet.of(verb),
                list == KeyList.KEYS ? prefixes(prefix) : Prefixes.NONE,
                list == KeyList.LIMITS ? prefixes(prefix) : Prefixes.NONE,
                list == KeyList.BUCKETS ? prefixes(prefix) : Prefixes.NONE,
                HoldScope.TENANT);
    }

    private static Op add(long delta) {
        return new Op(OpKind.ADD, KEY).arg(ArgName.DELTA, delta);
    }

    private static Op take() {
        return new Op(OpKind.TAKE, KEY)
                .arg(ArgName.TOKENS, 1)
                .arg(ArgName.COUNT, 10)
                .arg(ArgName.PERIOD_MS, 1_000)
                .arg(ArgName.BURST, 10);
    }
}
