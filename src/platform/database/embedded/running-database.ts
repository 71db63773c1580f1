/** The unexpected end of a supervised server. */
export interface UnexpectedExit {
  pid: number;
  /** Null when the server was not our child process or was ended by a signal. */
  code: number | null;
  signal: string | null;
}

/** A running embedded PostgreSQL. It is restarted when it ends unexpectedly; `url` stays the same. */
export interface EmbeddedDatabase {
  /** `postgres://` address for `pg` with the password; `?host=` names the socket's folder. Never log it. */
  readonly url: string;
  /**
   * Whether `stop` ends the server. It is false while another living process owns the server, and becomes true when
   * that process dies.
   */
  readonly owned: boolean;
  /** The current process id of the server. A restart changes it. */
  readonly pid: number;
  /**
   * Registers a listener that is called each time the server ends unexpectedly, before it is restarted. Returns a
   * function that unsubscribes.
   */
  onExit(listener: (exit: UnexpectedExit) => void): () => void;
  /** Ends the supervision, and the server if this process owns it. End the pools first. A second call has no effect. */
  stop(): Promise<void>;
}
