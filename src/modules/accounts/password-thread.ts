import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import type { StrengthTask } from './password-strength.ts';

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs });

// The work of the thread of `refuseWeakPassword`: the score of a password, from 0 (guessed immediately) to 4.
answerTasks(async ({ password, known }: StrengthTask): Promise<number> => estimator.check(password, [...known]).score);
