// SPDX-License-Identifier: MIT
// Parts of jobs that run in several clusters, and jobs that are taken from the queue to become such jobs.
#include "batch_model.hpp"

namespace malha::cluster {

JobHandle BatchModel::place_part(const Job& part, const std::vector<int>& on) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  const LiveJob& job = book_.start_part(part, on, date_);
  tell(&Listener::part_placed, job);
  expect_end(job);
  return job.queued.handle;
}

void BatchModel::begin_part(JobHandle handle, Seconds start) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_); // it is expected to end later than it was
  expect_end(book_.begin_part(handle, start));
}

void BatchModel::expect_end(const LiveJob& part) {
  agenda_.push({part.expected_end, Event::outlived, false, part.queued.handle, part.task.id, part.run});
}

void BatchModel::end_part(JobHandle handle, Seconds end) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  tell(&Listener::part_left, book_.end_part(handle), end);
}

bool BatchModel::withdraw(TaskId task) {
  const auto handle = book_.waiting(task);
  if (!handle)
    return false;
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  tell(&Listener::withdrawn, book_.withdraw(*handle), date_);
  return true;
}

} // namespace malha::cluster
