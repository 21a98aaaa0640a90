// SPDX-License-Identifier: MIT
// Parts of jobs that run in several clusters, jobs that are taken from the queue to run elsewhere, and
// clusters that go with their schedulers.
#include "model.hpp"

namespace malha::cluster {

JobHandle Model::place_part(const Job& part, const std::vector<int>& on) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  const LiveJob& job = book_.start_part(part, on, date_);
  tell(&Listener::part_placed, job);
  expect_end(job);
  return job.queued.handle;
}

void Model::begin_part(JobHandle handle, Seconds start) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_); // it is expected to end later than it was
  expect_end(book_.begin_part(handle, start));
}

void Model::expect_end(const LiveJob& part) {
  agenda_.push({part.expected_end, Event::outlived, false, part.queued.handle, part.task.id, part.run});
}

void Model::end_part(JobHandle handle, Seconds end) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  tell(&Listener::part_left, book_.end_part(handle), end);
}

bool Model::withdraw(TaskId task) {
  const auto handle = book_.waiting(task);
  if (!handle)
    return false;
  withdraw(*handle, &Listener::withdrawn);
  return true;
}

void Model::switched_with_scheduler(const std::vector<int>& nodes, bool is_on, Seconds date) {
  take_ends(date);
  for (const int node : nodes)
    switched(node, is_on, date);
  take_due(Event::host_switch);
  if (is_on && stays_down_)
    for (const int node : book_.down()) // some went while nobody watched
      watch(node, false);
  while (!is_on && !book_.queue().empty())
    withdraw(book_.queue().front().id);
  tell(&Listener::round_is_over, book_, date_);
}

} // namespace malha::cluster
