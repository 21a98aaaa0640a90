// SPDX-License-Identifier: MIT
// The terms of both levels, and what a manager does for its own host.
#include "model.hpp"

#include <algorithm>

namespace malha::easygrid {

ManagerGrid::ManagerGrid(std::vector<int> sites_of_managers, std::vector<FlopsPerSecond> capacities)
    : site_of(std::move(sites_of_managers)), capacity(std::move(capacities)) {
  for (int manager = 0; manager < managers(); ++manager) {
    const auto site = static_cast<std::size_t>(site_of[static_cast<std::size_t>(manager)]);
    sites.resize(std::max(sites.size(), site + 1));
    sites[site].push_back(manager);
  }
  for (const auto& members : sites)
    candidates.push_back(members.front());
  for (const auto& members : sites)
    candidates.insert(candidates.end(), members.begin() + 1, members.end());
}

int ManagerGrid::leader(Level level, int site, int term) const {
  const auto& all = level == Level::site ? sites[static_cast<std::size_t>(site)] : candidates;
  return all[static_cast<std::size_t>(term) % all.size()];
}

Model::Model(const ManagerGrid& grid, int self, Choices& choices, const std::vector<Task>& application,
             Seconds now)
    : grid_(grid), self_(self), own_site_(grid.site_of[static_cast<std::size_t>(self)]), choices_(choices),
      application_(application), now_(now), site_heard_(now), grid_heard_(now), last_news_(now),
      last_report_(now) {
  if (leader(Level::site) == self) {
    site_.emplace();
    for (const int host : grid.sites[static_cast<std::size_t>(own_site_)])
      site_->book.add(host, grid.capacity[static_cast<std::size_t>(host)], now);
  }
  if (leader(Level::grid) != self)
    return;
  top_.emplace();
  top_->level = Level::grid;
  for (std::size_t site = 0; site < grid.sites.size(); ++site) {
    FlopsPerSecond capacity = 0;
    for (const int host : grid.sites[site])
      capacity += grid.capacity[static_cast<std::size_t>(host)];
    top_->book.add(static_cast<int>(site), capacity, now);
    top_->leaders[static_cast<int>(site)] = {grid.sites[site].front(), 0};
  }
}

int Model::leader(Level level) const {
  return grid_.leader(level, own_site_, level == Level::site ? site_term_ : grid_term_);
}

Envelope Model::envelope(Level level) const {
  return {self_, level, level == Level::site ? site_term_ : grid_term_};
}

void Model::send(int to, ManagerMessage message) {
  if (to == self_)
    own_.push_back(std::move(message));
  else
    output_.messages.emplace_back(to, std::move(message));
}

void Model::deliver_own() {
  while (!own_.empty()) {
    const auto message = std::move(own_.front());
    own_.pop_front();
    handle(message);
  }
}

void Model::take(const ManagerMessage& message, Seconds now) {
  now_ = now;
  handle(message);
  deliver_own();
}

/// Who is behind is told so, and what he says does not count. Who hears of a later term is behind himself.
void Model::handle(const ManagerMessage& message) {
  const auto& from = std::visit([](const auto& kind) -> const Envelope& { return kind; }, message);
  if (from.term < term(from.level)) {
    send(from.from, Notice{envelope(from.level)});
    return;
  }
  if (from.term > term(from.level))
    adopt(from.level, from.term);
  if (from.from == leader(from.level))
    (from.level == Level::site ? site_heard_ : grid_heard_) = now_;
  std::visit([this](const auto& kind) { hear(kind); }, message);
}

void Model::adopt(Level level, int later) {
  term(level) = later;
  (level == Level::site ? site_heard_ : grid_heard_) = now_;
  if (level == Level::site) {
    site_.reset();
    if (leader(level) == self_)
      start_site();
    else
      join_site();
    return;
  }
  top_.reset();
  if (leader(level) == self_)
    start_grid();
  if (site_) {
    forget_request();
    join_grid();
  }
}

void Model::suspect_leaders() {
  if (leader(Level::site) != self_ && now_ - site_heard_ > grid_.patience())
    adopt(Level::site, site_term_ + 1);
  if (site_ && leader(Level::grid) != self_ && now_ - grid_heard_ > grid_.patience())
    adopt(Level::grid, grid_term_ + 1);
}

void Model::join_site() {
  Joining joining{envelope(Level::site)};
  for (const auto& task : ready_)
    joining.held.push_back(task.id);
  joining.held.insert(joining.held.end(), running_.begin(), running_.end());
  for (const auto task : ended_)
    joining.ended.push_back({task, self_});
  joining.load = load();
  joining.capacity = grid_.capacity[static_cast<std::size_t>(self_)];
  news_.clear();
  last_news_ = now_;
  send(leader(Level::site), std::move(joining));
}

void Model::join_grid() {
  last_report_ = now_;
  if (site_->gathers_until) {
    send(leader(Level::grid), Gathering{envelope(Level::grid), site_term_});
    return;
  }
  const auto& book = site_->book;
  Joining joining{envelope(Level::grid)};
  joining.site_term = site_term_;
  joining.held = book.held();
  joining.held.insert(joining.held.end(), site_->given.begin(), site_->given.end());
  joining.ended = book.ended();
  joining.load = load_of_site(book.loads());
  joining.capacity = book.capacity();
  site_->ended.clear();
  send(leader(Level::grid), std::move(joining));
}

void Model::ended(const Task& task, FlopsPerSecond power) {
  running_.erase(task.id);
  ended_.insert(task.id);
  news_.push_back({task.id, self_});
  power_ = power;
}

/// Tasks go down in one iteration, and news up.
void Model::step(Seconds now, FlopsPerSecond power, bool is_complete) {
  now_ = now;
  if (news_.empty())
    power_ = power;
  suspect_leaders();
  deliver_own();
  if (top_)
    lead_grid(is_complete);
  deliver_own();
  if (site_)
    lead_site();
  deliver_own();
  launch();
  report_host();
  deliver_own();
  if (site_)
    report_site();
  deliver_own();
}

void Model::report_host() {
  if (news_.empty() && now_ - last_news_ < grid_.beat_interval)
    return;
  last_news_ = now_;
  send(leader(Level::site), News{envelope(Level::site), 0, std::exchange(news_, {}), load(),
                                 grid_.capacity[static_cast<std::size_t>(self_)]});
}

void Model::report_site() {
  if (site_->gathers_until) {
    if (now_ - last_report_ >= grid_.beat_interval)
      join_grid();
    return;
  }
  if (site_->ended.empty() && now_ - last_report_ < grid_.beat_interval)
    return;
  last_report_ = now_;
  const auto& book = site_->book;
  send(leader(Level::grid), News{envelope(Level::grid), site_term_, std::exchange(site_->ended, {}),
                                 load_of_site(book.loads()), book.capacity()});
}

void Model::launch() {
  for (const auto& task : take_ready(choices_.launch(ready_, running()))) {
    running_.insert(task.id);
    output_.launched.push_back(task);
  }
}

std::vector<Task> Model::take_ready(const std::vector<std::size_t>& positions) {
  std::vector<Task> taken;
  for (const auto position : positions)
    taken.push_back(ready_[position]);
  const auto is_taken = [&](const Task& task) {
    return std::any_of(taken.begin(), taken.end(), [&](const Task& one) { return one.id == task.id; });
  };
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_taken), ready_.end());
  return taken;
}

/// A task that the host has, or has ended, is not run again.
void Model::add_ready(const Task& task) {
  if (ended_.count(task.id) > 0)
    news_.push_back({task.id, self_});
  else if (running_.count(task.id) == 0 &&
           std::none_of(ready_.begin(), ready_.end(), [&](const Task& one) { return one.id == task.id; }))
    ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), task, comes_first), task);
}

Load Model::load() const {
  Flops work = 0;
  for (const auto& task : ready_)
    work += task.work;
  return load_of_host(power_, work, !ready_.empty());
}

} // namespace malha::easygrid
