import { parentPort } from 'node:worker_threads';

/** The result of a task, as sent from the thread. */
export type Answer<Done> = { done: Done } | { fault: Error };

/** Turns this module into the entry of a `WorkThread`: `work` processes each task. @throws Error outside of a thread */
export function answerTasks<Task, Done>(work: (task: Task) => Promise<Done>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is for a thread');
  port.on('message', async (task: Task) => {
    const answer = await work(task).then(
      (done): Answer<Done> => ({ done }),
      (fault): Answer<Done> => ({ fault: fault instanceof Error ? fault : new Error(String(fault)) }),
    );
    port.postMessage(answer);
  });
}
