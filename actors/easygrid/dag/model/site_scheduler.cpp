// SPDX-License-Identifier: MIT
#include "site_scheduler.hpp"

#include "policies/easygrid/replay.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace malha::easygrid::dag {
namespace {

/// An expected end is reported again when it has changed by more than this part of itself.
constexpr double reported_change = 0.01;

} // namespace

void SiteScheduler::take(const News& news) {
  has_changed_ = true;
  for (const auto& end : news.ended) {
    ++ended_;
    reported_.erase(end.task);
    if (!rules_.is_alone && tasks_.is_at_border(end.task))
      ended_at_border_.push_back(end);
  }
  tasks_.take(news);
  const auto level = tasks_.least_level();
  if (!level && !tasks_.has_waiting())
    level_ = 0; // the next DAG begins anew
  if (level && *level >= level_ + rules_.levels_between) {
    level_ = *level;
    is_level_passed_ = !is_busy();
  }
}

void SiteScheduler::take(const Package& package) {
  has_changed_ = true;
  std::map<int, std::vector<Moving>> by_host;
  if (package.answers)
    waits_for_tasks_ = false;
  for (const auto& moving : package.tasks) {
    tasks_.add(moving.task);
    if (package.answers) {
      in_hand_[moving.task] = moving;
      continue;
    }
    const int host = application_.planned(moving.task).resource;
    tasks_.place(moving.task, host);
    by_host[host].push_back(moving);
  }
  for (auto& [host, tasks] : by_host)
    send(host, std::move(tasks));
}

void SiteScheduler::take(const Named& named) { requests_.push_back(named); }

/// Where tasks are that this site gave away, and whose former hosts may still get data for them.
void SiteScheduler::take(const Moved& moved) {
  for (const auto& place : moved.tasks)
    if (const auto former = given_away_.extract(place.task))
      output_.to_hosts.emplace_back(former.mapped(), Moved{{place}});
}

void SiteScheduler::take(const FinishAnswer& answer, Seconds now) {
  tasks_.take(answer);
  has_changed_ = true;
  if (std::exchange(waits_for_finishes_, false) && !is_busy())
    check_waiting(now);
}

void SiteScheduler::take(const Given& given) {
  Event& event = *event_;
  has_changed_ = true;
  event.has_moved = event.has_moved || !given.tasks.empty();
  if (event.site >= 0) {
    for (const auto& moving : given.tasks) {
      tasks_.remove(moving.task);
      given_away_[moving.task] = given.from;
      note("site", 0, moving.task, given.from, other_site, "given");
      event.collected.tasks.push_back(moving);
    }
    event.collected.bytes += given.bytes;
  } else if (!event.receivers.empty()) {
    output_.answer = ReadyAnswer{ready_events_, given.from, given.tasks.size()};
    place_ready(given);
  } else {
    place_waiting(given);
  }
  if (--event.awaited > 0)
    return;
  if (event.site >= 0) {
    event.collected.from = site_;
    event.collected.site = event.site;
    output_.to_grid.emplace_back(std::move(event.collected));
  } else if (event.has_moved) {
    ++(event.receivers.empty() ? output_.pending_accepted : output_.accepted);
  }
  event_.reset();
}

/// Waiting tasks that a host has given up go to the hosts that were chosen for them. Others stay, since they
/// run already.
void SiteScheduler::place_waiting(const Given& given) {
  std::map<int, std::vector<Moving>> by_host;
  std::vector<NewPlace> places;
  std::set<TaskId> moved;
  for (const auto& moving : given.tasks) {
    const int host = event_->places.at(moving.task);
    tasks_.place(moving.task, host);
    places.push_back({moving.task, host});
    by_host[host].push_back(moving);
    moved.insert(moving.task);
  }
  for (const TaskId task : event_->asked[given.from])
    note("pending", pending_events_, task, given.from, event_->places.at(task),
         moved.count(task) > 0 ? "moved" : "stayed");
  for (auto& [host, tasks] : by_host)
    send(host, std::move(tasks));
  notify(places, given.from);
}

/// Tasks that a host has given up go to the receivers of the event.
void SiteScheduler::place_ready(const Given& given) {
  if (given.tasks.empty())
    return;
  std::map<TaskId, const Moving*> by_task;
  std::vector<Task> tasks;
  for (const auto& moving : given.tasks)
    by_task[moving.task] = &moving;
  for (const auto& [task, moving] : by_task)
    tasks.push_back(application_.task(task));
  std::vector<NewPlace> places;
  for (const auto& [host, of_host] : choices_.distribute(tasks, event_->receivers)) {
    std::vector<Moving> moving;
    for (const auto& task : of_host) {
      tasks_.place(task.id, host);
      places.push_back({task.id, host});
      note("ready", ready_events_, task.id, given.from, host, "moved");
      moving.push_back(*by_task.at(task.id));
    }
    if (!moving.empty())
      send(host, std::move(moving));
  }
  notify(places, given.from);
}

void SiteScheduler::send(int host, std::vector<Moving> tasks) {
  Package package{std::move(tasks)};
  for (const auto& moving : package.tasks)
    package.bytes += application_.carried(moving.task, moving.has);
  output_.to_hosts.emplace_back(host, std::move(package));
}

void SiteScheduler::notify(const std::vector<NewPlace>& places, int giver) {
  std::map<int, Moved> by_host;
  for (const auto& place : places) {
    auto hosts = tasks_.hosts_of_parents(place.task);
    hosts.insert(giver);
    for (const int host : hosts)
      by_host[host].tasks.push_back(place);
  }
  for (auto& [host, moved] : by_host)
    output_.to_hosts.emplace_back(host, std::move(moved));
  output_.relocated += static_cast<int>(places.size());
}

void SiteScheduler::step(Seconds now) {
  if (!is_busy())
    serve_other_site();
  if (!is_busy() && !waits_for_finishes_ && (is_level_passed_ || tasks_.has_unplaced())) {
    const auto foreign = rules_.is_alone ? std::vector<TaskId>{} : tasks_.foreign_parents();
    waits_for_finishes_ = !foreign.empty();
    if (waits_for_finishes_)
      output_.to_grid.emplace_back(FinishQuery{site_, foreign});
    else
      check_waiting(now);
  }
  if (!is_busy() && tasks_.has_waiting() && now - last_check_ >= rules_.check_interval)
    check_ready(now);
  report(now);
}

void SiteScheduler::begin(Event event, const std::map<int, std::vector<TaskId>>& asked) {
  for (const auto& [host, tasks] : asked)
    output_.to_hosts.emplace_back(host, Named{tasks});
  event.awaited = static_cast<int>(asked.size());
  event_ = std::move(event);
}

/// Passes a request of the global manager on to the hosts where the tasks wait.
void SiteScheduler::serve_other_site() {
  if (requests_.empty())
    return;
  const Named request = requests_.front();
  requests_.erase(requests_.begin());
  std::map<int, std::vector<TaskId>> asked;
  for (const TaskId task : request.tasks)
    if (const auto host = tasks_.waits_on(task))
      asked[*host].push_back(task);
  if (asked.empty()) {
    output_.to_grid.emplace_back(Given{site_, {}, 0, request.site});
    return;
  }
  Event event;
  event.site = request.site;
  begin(std::move(event), asked);
}

/// schedule_pending_local: an event, if tasks that wait on hosts are to move. Tasks without a host get one.
void SiteScheduler::check_waiting(Seconds now) {
  is_level_passed_ = false;
  const auto picture = tasks_.picture(now);
  const auto moves = choices_.relocate(picture.view(application_, now));
  Event event;
  std::map<int, std::vector<TaskId>> asked;
  std::vector<NewPlace> placed;
  for (const auto& [position, host] : moves) {
    const TaskId task = picture.ids[position];
    if (const auto waits_on = tasks_.waits_on(task)) {
      asked[*waits_on].push_back(task);
      event.places[task] = host;
      continue;
    }
    tasks_.place(task, host);
    placed.push_back({task, host});
    note("site", 0, task, other_site, host, "came");
    send(host, {in_hand_.extract(task).mapped()});
    if (const auto former = given_away_.extract(task)) // it has come back
      output_.to_hosts.emplace_back(former.mapped(), Moved{{{task, host}}});
  }
  if (!placed.empty())
    output_.to_grid.emplace_back(Moved{placed});
  if (!asked.empty()) {
    ++output_.pending_events;
    ++pending_events_;
    for (const auto& [host, tasks] : asked)
      for (const TaskId task : tasks)
        note("pending", pending_events_, task, host, event.places.at(task), "asked");
    event.asked = asked;
    begin(std::move(event), asked);
  } else if (!rules_.is_alone && !waits_for_tasks_) {
    wish(picture, now);
  }
}

/// schedule_ready_local: an event, if ready tasks are out of balance.
void SiteScheduler::check_ready(Seconds now) {
  last_check_ = now;
  const auto decision = choices_.rebalance(tasks_.loads());
  if (!decision)
    return;
  ++output_.events;
  output_.ready_check = ReadyCheck{++ready_events_, *decision, tasks_.loads()};
  Event event;
  event.awaited = 1;
  event.receivers = decision->receivers;
  event_ = std::move(event);
  output_.to_hosts.emplace_back(decision->giver, Asking{decision->fraction});
}

/// Asks the global manager for children of own tasks that wait in other sites.
void SiteScheduler::wish(const SiteTasks::Picture& picture, Seconds now) {
  const auto view = picture.view(application_, now);
  const Replay replay = replay_of(view);
  Wish wish{site_, {}};
  for (const TaskId task : tasks_.foreign_children()) {
    const auto described = tasks_.described(task, picture, now);
    Seconds least = never;
    for (std::size_t host = 0; host < view.hosts.size(); ++host)
      least = std::min(least, replay.end_of(described, host));
    wish.tasks.push_back({task, least});
  }
  if (wish.tasks.empty())
    return;
  waits_for_tasks_ = true;
  output_.to_grid.emplace_back(std::move(wish));
}

void SiteScheduler::report(Seconds now) {
  SiteNews news{site_, std::exchange(ended_, 0), std::exchange(ended_at_border_, {})};
  if (!rules_.is_alone && std::exchange(has_changed_, false)) {
    auto expected = tasks_.running_at_border(now);
    const auto picture = tasks_.picture(now);
    const auto view = picture.view(application_, now);
    const Replay replay = replay_of(view);
    for (std::size_t i = 0; i < picture.ids.size(); ++i)
      if (tasks_.is_at_border(picture.ids[i]))
        expected.push_back({picture.ids[i], replay.ends()[i]});
    for (const auto& end : expected) {
      const auto known = reported_.find(end.task);
      if (known != reported_.end() && std::abs(end.date - known->second) <= reported_change * known->second)
        continue;
      reported_[end.task] = end.date;
      news.finishes.push_back(end);
    }
  }
  if (news.ended > 0 || !news.finishes.empty())
    output_.to_grid.emplace_back(std::move(news));
}

} // namespace malha::easygrid::dag
