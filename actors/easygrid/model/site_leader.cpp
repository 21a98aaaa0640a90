// SPDX-License-Identifier: MIT
#include "site_leader.hpp"

namespace malha::easygrid {

void SiteLeader::begin() {
  for (const int host : manager().managers_of(manager().site))
    book().add(host, manager().capacity_of(host), manager().now);
}

void SiteLeader::take_over() {
  ++manager().output.sites_taken_over;
  begin_gathering(manager().managers_of(manager().site));
}

void SiteLeader::take(const Given& given) {
  if (answering_.count(given.from) == 0)
    return Leader::take(given);
  const auto tasks = book().take_back(given.from, given.tasks);
  given_.insert(given_.end(), tasks.begin(), tasks.end());
  lose_answer(given.from);
}

void SiteLeader::take(const Package& package) {
  for (const auto& task : package.tasks)
    if (book().has_ended(task.id))
      unreported_.push_back(book().end_of(task.id));
    else
      book().open(task.id);
}

void SiteLeader::take(const Dropping& dropping) {
  std::map<int, std::vector<TaskId>> by_host;
  for (const auto task : dropping.tasks)
    if (const int host = book().forget(task); host >= 0)
      by_host[host].push_back(task);
  for (auto& [host, tasks] : by_host)
    manager().send(host, Dropping{envelope(), std::move(tasks)});
}

void SiteLeader::coordinate() {
  lose_silent(manager().grid.patience());
  distribute_open();
  ask_hosts();
  if (!request_ && answering_.empty())
    check_balance();
}

void SiteLeader::join() {
  last_report_ = manager().now;
  const int term = manager().term(Level::site);
  if (is_gathering()) {
    manager().send(manager().leader(Level::grid), Gathering{manager().envelope(Level::grid), term});
    return;
  }
  Joining joining{manager().envelope(Level::grid)};
  joining.site_term = term;
  joining.held = book().held();
  joining.held.insert(joining.held.end(), given_.begin(), given_.end());
  joining.ended = book().ended();
  joining.load = load_of_site(book().loads());
  joining.capacity = book().capacity();
  unreported_.clear();
  manager().send(manager().leader(Level::grid), std::move(joining));
}

void SiteLeader::report() {
  const bool is_time = manager().now - last_report_ >= manager().grid.beat_interval;
  if (is_gathering()) {
    if (is_time)
      join();
    return;
  }
  if (unreported_.empty() && !is_time)
    return;
  last_report_ = manager().now;
  manager().send(manager().leader(Level::grid),
                 News{manager().envelope(Level::grid), manager().term(Level::site),
                      std::exchange(unreported_, {}), load_of_site(book().loads()), book().capacity()});
}

/// Passes a request of the global manager on to all hosts that have reported ready tasks. An event of the
/// site comes first.
void SiteLeader::ask_hosts() {
  if (!request_ || has_event())
    return;
  const double fraction = *std::exchange(request_, std::nullopt);
  for (const auto& load : book().loads())
    if (load.ert > 0)
      answering_.insert(load.child);
  for (const int host : answering_)
    manager().send(host, Asking{envelope(), fraction});
  if (answering_.empty())
    answer_request();
}

void SiteLeader::answer_request() {
  Given given{manager().envelope(Level::grid)};
  for (const auto task : std::exchange(given_, {}))
    given.tasks.push_back(manager().task(task));
  manager().send(manager().leader(Level::grid), std::move(given));
}

void SiteLeader::lose_answer(int child) {
  if (answering_.erase(child) > 0 && answering_.empty())
    answer_request();
}

void SiteLeader::forget_request() {
  request_.reset();
  answering_.clear();
  for (const auto task : std::exchange(given_, {}))
    book().open(task);
}

void SiteLeader::count_event(bool is_accepted) {
  ++(is_accepted ? manager().output.events_accepted : manager().output.events);
}

} // namespace malha::easygrid
