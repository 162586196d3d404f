import { LRUCache } from 'lru-cache'

/**
 * Large answers as they were serialised, for as long as what they were made of is the same: making
 * one takes many times as long as sending it.
 */
export interface KeptAnswers {
  /**
   * The answer of this name if it was made from the same `fingerprint`, else a new one. Those who
   * ask for the same while it is made share it.
   *
   * @param name holds the user's id: answers of different users never mix
   * @param fingerprint read before `make` reads, so that an answer may be newer than its
   * fingerprint says, and never older
   */
  of(name: string, fingerprint: string, make: () => Promise<string>): Promise<Buffer>
}

const MOST_BYTES = 64 * 1_024 * 1_024
/** What nobody asks for is personal data that nobody needs. */
const KEPT_MS = 10 * 60_000

export function createKeptAnswers(mostBytes = MOST_BYTES): KeptAnswers {
  const kept = new LRUCache<string, { fingerprint: string; body: Buffer }>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttl: KEPT_MS,
    // By itself, not when somebody asks for it next.
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
