// SPDX-License-Identifier: MIT
#include "space_journal.hpp"

#include "actors/model/sleep_dates.hpp"

#include <algorithm>

namespace malha::tuple_space {

void SpaceJournal::started(ClientId client, int resource, const Task& task, Seconds now) {
  running_[client] = Running{task, resource, now};
}

void SpaceJournal::committed(const ResultData& result) {
  const auto running = running_.find(result.client);
  if (running != running_.end() && running->second.task.id == result.task->id)
    running_.erase(running);
  if (!ends_.empty() && !sleep_dates::is_over(result.end, ends_.begin()->first.first))
    write_ends();
  ends_.emplace(std::pair(result.end, result.resource), result);
  if (!is_instant_)
    write_ends();
}

/// Under instant transport SimGrid wakes the resources of one date in an order of its own. The records have
/// their ends by number, as if the broker drove them as a model.
void SpaceJournal::write_ends() {
  for (const auto& [when, result] : ends_)
    bags_.ended(*result.task, {result.resource, result.start, result.end});
  ends_.clear();
}

void SpaceJournal::in_doubt(ClientId client) {
  if (const auto running = running_.find(client); running != running_.end())
    running->second.in_doubt = true;
}

void SpaceJournal::crashed(ClientId client, Seconds now) {
  const auto running = running_.find(client);
  if (running == running_.end())
    return;
  auto& [task, resource, start, in_doubt, crash] = running->second;
  crash = std::min(crash, now);
  if (in_doubt)
    return;
  if (start < now)
    bags_.cut_short(task, {resource, start, now}, "lost");
  running_.erase(running);
}

void SpaceJournal::undone(ClientId client) {
  const auto running = running_.find(client);
  if (running == running_.end())
    return;
  const auto& [task, resource, start, in_doubt, crash] = running->second;
  if (crash < never)
    bags_.cut_short(task, {resource, start, crash}, "lost");
  running_.erase(running);
}

std::string SpaceJournal::unfinished() {
  write_ends();
  return bags_.unfinished();
}

void SpaceJournal::close() {
  write_ends();
  bags_.close();
}

} // namespace malha::tuple_space
