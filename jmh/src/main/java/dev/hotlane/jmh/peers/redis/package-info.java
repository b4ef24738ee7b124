/**
 * Selling by a Lua script in Redis. In: commands. Out: keys of Redis.
 * Thread: the front's event loop; any, through Lettuce.
 * May import: jmh.peers.front, the Redis client of Vert.x, Lettuce.
 */
package dev.hotlane.jmh.peers.redis;
