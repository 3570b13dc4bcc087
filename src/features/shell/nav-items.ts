import { NotebookText, ShoppingBag } from 'lucide-react'

export const NAV_ITEMS = [
  { to: '/history', label: 'History', icon: NotebookText },
  { to: '/purchases', label: 'Purchases', icon: ShoppingBag },
] as const
