/** How nothing usable came back. */
type NoReplyCause = 'network' | 'timeout' | 'unreadable' | 'server'

/** What a service's own reading says about one attempt. `F` is the service's error type. */
export type Verdict<T, F> =
  | { readonly kind: 'done'; readonly value: T }
  /**
   * Closes the gate for the whole scope. `baseSeconds` null: no usable wait was named.
   * `automatic` false: the service does not ask for a repetition.
   */
  | {
      readonly kind: 'rate_limited'
      readonly baseSeconds: number | null
      readonly automatic: boolean
      readonly failure: F
    }
  /** This call only, and the service asks for the repetition itself. */
  | { readonly kind: 'retry_after'; readonly seconds: number; readonly failure: F }
  | { readonly kind: 'no_reply'; readonly cause: NoReplyCause; readonly failure: F }
  /** `outage`: the service says that it is not working; counts for the breaker. */
  | { readonly kind: 'stop'; readonly failure: F; readonly outage?: boolean }
