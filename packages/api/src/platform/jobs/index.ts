export { measureJobs } from './job-metrics.ts';
export { type ClaimedJob, defineJobQueue } from './job-queue.ts';
export { createJobRunner, findRetryDelay, type JobIntervals, type JobRunner } from './job-runner.ts';
export { defineSchedule } from './schedule.ts';
