import { LRUCache } from 'lru-cache'

/**
 * A cache of large serialised responses, valid while the underlying data is unchanged: building
 * such a response takes many times as long as sending it.
 */
export interface KeptAnswers {
  /**
   * Returns the cached response if it was built from the same `fingerprint`, otherwise builds a new
   * one. Concurrent callers share the response that is being built.
   * @param name contains the user's id, so that users never share responses
   * @param fingerprint must be read before `make` reads, so that a response can be newer than its
   * fingerprint, but never older
   */
  of(name: string, fingerprint: string, make: () => Promise<string>): Promise<Buffer>
}

const MOST_BYTES = 64 * 1_024 * 1_024
/** The retention in memory in ms: responses contain personal data, so unused ones are removed. */
const KEPT_MS = 10 * 60_000

export function createKeptAnswers(mostBytes = MOST_BYTES): KeptAnswers {
  const kept = new LRUCache<string, { fingerprint: string; body: Buffer }>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttl: KEPT_MS,
    // A timer removes expired responses, instead of the next access.
    ttlAutopurge: true,
  })
  const beingMade = new Map<string, Promise<Buffer>>()
  return {
    of: (name, fingerprint, make) => {
      const found = kept.get(name)
      if (found?.fingerprint === fingerprint) return Promise.resolve(found.body)
      const asked = `${name} ${fingerprint}`
      const shared = beingMade.get(asked)
      if (shared) return shared
      const made = make()
        .then((text) => {
          const body = Buffer.from(text)
          kept.set(name, { fingerprint, body })
          return body
        })
        .finally(() => beingMade.delete(asked))
      beingMade.set(asked, made)
      return made
    },
  }
}
