// SPDX-License-Identifier: MIT
#include "grid_scheduler.hpp"

namespace malha::easygrid::dag {

void GridScheduler::distribute(const std::vector<Task>& tasks) {
  std::map<int, Package> by_site;
  for (const auto& task : tasks) {
    auto& package = by_site[application_.planned_site(task.id)];
    package.tasks.push_back({task.id, {}});
    package.bytes += application_.carried(task.id, {});
  }
  unfinished_ += static_cast<std::int64_t>(tasks.size());
  for (auto& [site, package] : by_site)
    output_.to_sites.emplace_back(site, std::move(package));
}

int GridScheduler::site_of(TaskId task) const {
  const auto moved = moves_.find(task);
  return moved == moves_.end() ? application_.planned_site(task) : moved->second.to;
}

Seconds GridScheduler::finish_of(TaskId task) const {
  const auto told = finishes_.find(task);
  return told == finishes_.end() ? application_.planned(task).end : told->second;
}

void GridScheduler::take(const SiteNews& news) {
  unfinished_ -= news.ended;
  for (const auto& [task, date] : news.finishes)
    finishes_[task] = date;
}

void GridScheduler::take(const FinishQuery& query) {
  FinishAnswer answer;
  for (const TaskId task : query.tasks)
    answer.tasks.push_back({task, finish_of(task)});
  output_.to_sites.emplace_back(query.site, std::move(answer));
}

void GridScheduler::take(const Wish& wish, Seconds now) {
  ++output_.wishes;
  std::vector<WantedTask> wanted;
  for (const auto& [task, finish] : wish.tasks) {
    const auto moved = moves_.find(task);
    if (const int site = site_of(task); site != wish.site)
      wanted.push_back(
          {task, site, finish_of(task), finish, moved == moves_.end() ? -1 : moved->second.date});
  }
  std::map<int, Named> asked;
  for (const std::size_t position : mediation_.choose({now, wish.site, wanted})) {
    auto& request = asked[wanted[position].site];
    request.tasks.push_back(wanted[position].task);
    request.site = wish.site;
  }
  auto& answer = answers_[wish.site];
  answer.awaited = static_cast<int>(asked.size());
  answer.package.answers = true;
  for (auto& [site, request] : asked)
    output_.to_sites.emplace_back(site, std::move(request));
  if (answer.awaited == 0)
    output_.to_sites.emplace_back(wish.site, answers_.extract(wish.site).mapped().package);
}

void GridScheduler::take(const Given& given, Seconds now) {
  auto& answer = answers_.at(given.site);
  for (const auto& moving : given.tasks) {
    moves_[moving.task] = {given.from, given.site, now};
    answer.package.tasks.push_back(moving);
  }
  output_.moved += static_cast<int>(given.tasks.size());
  answer.package.bytes += given.bytes;
  if (--answer.awaited == 0)
    output_.to_sites.emplace_back(given.site, answers_.extract(given.site).mapped().package);
}

/// The site that had such a task before gets to know where it is.
void GridScheduler::take(const Moved& moved) {
  std::map<int, Moved> by_site;
  for (const auto& place : moved.tasks)
    by_site[moves_.at(place.task).from].tasks.push_back(place);
  for (auto& [site, places] : by_site)
    output_.to_sites.emplace_back(site, std::move(places));
}

} // namespace malha::easygrid::dag
