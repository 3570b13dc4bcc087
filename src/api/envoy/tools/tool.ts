import type { ToolName } from '../contract'
import type { Args } from '../inputs'
import type { OkReply } from '../read-reply'

/** One tool of Envoy: its name and how its success is read. */
export type Tool<T> = {
  readonly name: ToolName
  readonly readOnly: boolean
  /** Null when the reply lacks what the tool must deliver. `args` are those that were sent. */
  read(reply: OkReply, args: Args): T | null
}
