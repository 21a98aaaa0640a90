// SPDX-License-Identifier: MIT
#include "leader.hpp"

#include <algorithm>

namespace malha::easygrid {

/// An end is a fact, even if its sender has been given up.
void Leader::take_ends(const std::vector<EndedTask>& tasks) {
  for (const auto& task : tasks)
    if (book_.end(task))
      count_end(task);
}

void Leader::take(const News& news) {
  take_ends(news.ended);
  if (is_known(news))
    book_.update(child_of(news.from), news.load, news.capacity, manager_.now);
  else
    manager_.send(news.from, Invitation{envelope()});
}

void Leader::take(const Joining& joining) {
  take_ends(joining.ended);
  const int child = child_of(joining.from);
  if (!admits(joining, child))
    return;
  lose_event(child);
  book_.add(child, joining.capacity, manager_.now);
  book_.update(child, joining.load, joining.capacity, manager_.now);
  if (auto of_others = book_.join(child, joining.held); !of_others.empty())
    manager_.send(joining.from, Dropping{envelope(), std::move(of_others)});
}

void Leader::take(const Given& given) {
  const int child = child_of(given.from);
  const auto tasks = book_.take_back(child, given.tasks);
  if (!event_ || event_->giver != child) {
    for (const auto task : tasks)
      book_.open(task);
    return;
  }
  const auto receivers = std::exchange(event_, std::nullopt)->receivers;
  if (!tasks.empty())
    count_event(true);
  distribute(tasks, receivers);
}

void Leader::begin_gathering(const std::vector<int>& managers) {
  gathers_until_ = manager_.now + manager_.grid.patience();
  last_beat_ = manager_.now;
  for (const int manager : managers)
    if (manager != manager_.self)
      manager_.send(manager, Beat{envelope()});
}

void Leader::extend_gathering() {
  if (gathers_until_)
    gathers_until_ = std::max(*gathers_until_, manager_.now + manager_.grid.patience());
}

bool Leader::end_gathering() {
  const bool is_over = gathers_until_ && manager_.now >= *gathers_until_;
  if (is_over)
    gathers_until_.reset();
  return is_over;
}

void Leader::beat() {
  if (manager_.now - last_beat_ < manager_.grid.beat_interval)
    return;
  last_beat_ = manager_.now;
  for (const auto& [child, known] : book_.children())
    if (const int to = manager_of(child); to != manager_.self)
      manager_.send(to, Beat{envelope()});
}

void Leader::lose_silent(Seconds patience) {
  for (const int child : book_.silent(manager_.now, patience)) {
    if (manager_of(child) == manager_.self)
      continue;
    ++manager_.output.given_up;
    book_.lose(child);
    lose_event(child);
  }
}

void Leader::lose_event(int child) {
  if (event_ && event_->giver == child)
    event_.reset();
  lose_answer(child);
}

void Leader::distribute_open() {
  if (!book_.children().empty())
    distribute(book_.take_open(), book_.shares());
}

/// Receivers that have been given up get nothing; if all have, all children receive.
void Leader::distribute(const std::vector<TaskId>& tasks, std::vector<Share> shares) {
  if (tasks.empty())
    return;
  shares.erase(std::remove_if(shares.begin(), shares.end(),
                              [&](const Share& share) { return !book_.has(share.child); }),
               shares.end());
  if (shares.empty())
    shares = book_.shares();
  std::vector<Task> described;
  for (const auto task : tasks)
    described.push_back(manager_.task(task));
  for (auto& [child, package] : manager_.choices.distribute(described, shares)) {
    for (const auto& task : package)
      book_.give(task.id, child);
    if (!package.empty())
      manager_.send(manager_of(child), Package{envelope(), std::move(package)});
  }
}

void Leader::check_balance() {
  if (event_ || book_.children().empty() || manager_.now - last_check_ < manager_.grid.check_interval)
    return;
  last_check_ = manager_.now;
  const auto decision = manager_.choices.rebalance(book_.loads());
  if (!decision)
    return;
  count_event(false);
  event_ = Event{decision->giver, decision->receivers};
  manager_.send(manager_of(decision->giver), Asking{envelope(), decision->fraction});
}

} // namespace malha::easygrid
