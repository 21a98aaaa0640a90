// SPDX-License-Identifier: MIT
// What a manager does with the messages that come. Their terms are its own.
#include "model.hpp"

#include <algorithm>

namespace malha::easygrid {

/// An end is a fact, whoever tells it and whatever the sender was taken for.
void Model::hear_ends(Level level, const std::vector<EndedTask>& tasks) {
  for (const auto& task : tasks)
    if (level == Level::site) {
      if (site_->book.end(task))
        site_->ended.push_back(task);
    } else if (top_->book.end(task)) {
      output_.counted.push_back(task);
    }
}

bool Model::is_known(const News& news) const {
  if (news.level == Level::site)
    return site_->book.has(news.from);
  const int site = grid_.site_of[static_cast<std::size_t>(news.from)];
  return top_->book.has(site) && top_->leaders.at(site).manager == news.from &&
         top_->leaders.at(site).term == news.site_term;
}

void Model::hear(const News& news) {
  auto* of = lead(news.level);
  if (of == nullptr)
    return;
  hear_ends(news.level, news.ended);
  if (is_known(news))
    of->book.hear(child_of(*of, news.from), news.load, news.capacity, now_);
  else
    send(news.from, Invitation{envelope(news.level)});
}

void Model::hear(const Joining& joining) {
  auto* of = lead(joining.level);
  if (of == nullptr)
    return;
  hear_ends(joining.level, joining.ended);
  const int child = child_of(*of, joining.from);
  if (joining.level == Level::grid) {
    const auto known = top_->leaders.emplace(child, GridLead::Leader{joining.from, joining.site_term}).first;
    if (joining.site_term < known->second.term)
      return; // the site has another leader since
    known->second = {joining.from, joining.site_term};
  }
  lose_event(*of, child);
  of->book.add(child, joining.capacity, now_);
  of->book.hear(child, joining.load, joining.capacity, now_);
  if (auto of_others = of->book.join(child, joining.held); !of_others.empty())
    send(joining.from, Dropping{envelope(joining.level), std::move(of_others)});
}

void Model::hear(const Gathering& gathering) {
  if (!top_)
    return;
  send(gathering.from, Beat{envelope(Level::grid)});
  const int site = grid_.site_of[static_cast<std::size_t>(gathering.from)];
  if (top_->book.has(site) && gathering.site_term >= top_->leaders.at(site).term)
    top_->book.hear(site, now_);
  if (top_->gathers_until)
    top_->gathers_until = std::max(*top_->gathers_until, now_ + grid_.patience());
}

void Model::hear(const Invitation& invitation) {
  if (invitation.level == Level::site)
    join_site();
  else if (site_)
    join_grid();
}

void Model::hear(const Package& package) {
  if (package.level == Level::site) {
    for (const auto& task : package.tasks)
      add_ready(task);
  } else if (site_) {
    for (const auto& task : package.tasks)
      if (site_->book.has_ended(task.id))
        site_->ended.push_back(site_->book.end_of(task.id));
      else
        site_->book.open(task.id);
  }
}

void Model::hear(const Asking& asking) {
  if (asking.level == Level::site)
    send(asking.from, Given{envelope(Level::site), take_ready(choices_.give_up(asking.fraction, ready_))});
  else if (site_)
    site_->request = asking.fraction;
}

void Model::hear(const Given& given) {
  auto* of = lead(given.level);
  if (of == nullptr)
    return;
  const int child = child_of(*of, given.from);
  if (given.level == Level::site && site_->answering.count(child) > 0) {
    take_answer(given);
    return;
  }
  const auto tasks = of->book.take_back(child, given.tasks);
  if (!of->event || of->event->giver != child) {
    for (const auto task : tasks)
      of->book.open(task);
    return;
  }
  const auto receivers = std::exchange(of->event, std::nullopt)->receivers;
  if (!tasks.empty())
    ++(of->level == Level::site ? output_.events_accepted : output_.grid_events_accepted);
  distribute(*of, tasks, receivers);
}

/// Of a host, to a request of the global manager.
void Model::take_answer(const Given& given) {
  const auto tasks = site_->book.take_back(given.from, given.tasks);
  site_->given.insert(site_->given.end(), tasks.begin(), tasks.end());
  site_->answering.erase(given.from);
  if (site_->answering.empty())
    answer_request();
}

void Model::hear(const Dropping& dropping) {
  if (dropping.level == Level::site) {
    const auto& tasks = dropping.tasks;
    const auto is_dropped = [&](const Task& task) {
      return std::find(tasks.begin(), tasks.end(), task.id) != tasks.end();
    };
    ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_dropped), ready_.end());
  } else if (site_) {
    std::map<int, std::vector<TaskId>> by_host;
    for (const auto task : dropping.tasks)
      if (const int host = site_->book.forget(task); host >= 0)
        by_host[host].push_back(task);
    for (auto& [host, tasks] : by_host)
      send(host, Dropping{envelope(Level::site), std::move(tasks)});
  }
}

} // namespace malha::easygrid
