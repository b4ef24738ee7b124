package dev.hotlane.processor.status;

import dev.hotlane.protocol.tls.ServerIdentity;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The newest certificate of a server whose context can't be replaced while it runs. A handshake asks for a name, then for
 * what the name stands for; each certificate has a name of its own, so a handshake that has begun gets a pair that fits. One
 * thread gives certificates; any thread shakes hands.
 */
final class RenewedKeys extends X509ExtendedKeyManager {
    private volatile Named newest;
    private volatile Named before;

    private record Named(int number, ServerIdentity identity) {
        String alias() {
            return "server-" + number;
        }
    }

    /** From now on handshakes begin with this one. */
    void take(ServerIdentity identity) {
        before = newest;
        newest = new Named(before == null ? 1 : before.number + 1, identity);
    }

    private String choose(String keyType) {
        Named chosen = newest;
        return chosen.identity.key().getAlgorithm().equals(keyType) ? chosen.alias() : null;
    }

    private ServerIdentity of(String alias) {
        Named old = before;
        return old != null && old.alias().equals(alias) ? old.identity : newest.identity;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return choose(keyType);
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return choose(keyType);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return of(alias).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return of(alias).key();
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        String alias = choose(keyType);
        return alias == null ? null : new String[] {alias};
    }

    /** Null: a server. */
    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return null;
    }

    /** Null: a server. */
    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return null;
    }
}
