import { FileQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { notFoundPageWords } from '@/notices/start-words'
import { Empty } from '@/ui/empty'

export function NotFound({ action }: { action: ReactNode }) {
  return (
    <Empty icon={FileQuestionMark} title={notFoundPageWords.title} level={1} action={action}>
      {notFoundPageWords.text}
    </Empty>
  )
}
