/** A purchase's id as Envoy writes it. The brand keeps request ids, trace ids and keys out of its place. */
export type PurchaseId = string & { readonly __purchaseId: true }

const PURCHASE_ID = /^pur_[a-f0-9]{32}$/

/** Whether the text is a purchase id: `pur_` and 32 lower-case hexadecimal digits. */
export function isPurchaseId(text: string): text is PurchaseId {
  return PURCHASE_ID.test(text)
}
