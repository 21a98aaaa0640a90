// SPDX-License-Identifier: MIT
// What a site manager and a global manager do with those they lead.
#include "model.hpp"

#include <algorithm>

namespace malha::easygrid {

namespace {

/// A site may need the time of two elections before it has a leader again.
constexpr int site_patience = 3;

} // namespace

Lead* Model::lead(Level level) {
  if (level == Level::site)
    return site_ ? &*site_ : nullptr;
  return top_ ? &*top_ : nullptr;
}

int Model::manager_of(const Lead& lead, int child) const {
  return lead.level == Level::site ? child : top_->leaders.at(child).manager;
}

int Model::child_of(const Lead& lead, int manager) const {
  return lead.level == Level::site ? manager : grid_.site_of[static_cast<std::size_t>(manager)];
}

void Model::start_site() {
  ++output_.sites_taken_over;
  site_.emplace();
  site_->gathers_until = now_ + grid_.patience();
  site_->last_beat = now_;
  for (const int host : grid_.sites[static_cast<std::size_t>(own_site_)])
    if (host != self_)
      send(host, Beat{envelope(Level::site)});
  join_site();
  grid_heard_ = now_;
  join_grid();
}

void Model::start_grid() {
  ++output_.grids_taken_over;
  top_.emplace();
  top_->level = Level::grid;
  top_->gathers_until = now_ + grid_.patience();
  top_->last_beat = now_;
  for (int manager = 0; manager < grid_.managers(); ++manager)
    if (manager != self_)
      send(manager, Beat{envelope(Level::grid)});
}

void Model::lead_site() {
  beat(*site_);
  if (site_->gathers_until && now_ >= *site_->gathers_until) {
    site_->gathers_until.reset();
    join_grid();
    deliver_own();
  }
  if (site_->gathers_until)
    return;
  lose_silent(*site_, grid_.patience());
  distribute_open(*site_);
  ask_hosts();
  if (!site_->request && site_->answering.empty())
    check_balance(*site_);
}

void Model::lead_grid(bool is_complete) {
  beat(*top_);
  if (top_->gathers_until && now_ >= *top_->gathers_until)
    top_->gathers_until.reset();
  if (top_->gathers_until)
    return;
  for (; top_->admitted < application_.size(); ++top_->admitted)
    top_->book.open(application_[top_->admitted].id);
  lose_silent(*top_, site_patience * grid_.patience());
  distribute_open(*top_);
  check_balance(*top_);
  if (is_complete && top_->book.number_ended() == application_.size())
    output_.has_finished = true;
}

void Model::beat(Lead& lead) {
  if (now_ - lead.last_beat < grid_.beat_interval)
    return;
  lead.last_beat = now_;
  for (const auto& [child, known] : lead.book.children())
    if (const int to = manager_of(lead, child); to != self_)
      send(to, Beat{envelope(lead.level)});
}

void Model::lose_silent(Lead& lead, Seconds patience) {
  for (const int child : lead.book.silent(now_, patience)) {
    if (manager_of(lead, child) == self_)
      continue;
    ++output_.given_up;
    lead.book.lose(child);
    lose_event(lead, child);
  }
}

/// Nobody waits any more for an answer of that child.
void Model::lose_event(Lead& lead, int child) {
  if (lead.event && lead.event->giver == child)
    lead.event.reset();
  if (lead.level == Level::site && site_->answering.erase(child) > 0 && site_->answering.empty())
    answer_request();
}

void Model::distribute_open(Lead& lead) {
  if (!lead.book.children().empty())
    distribute(lead, lead.book.take_open(), lead.book.shares());
}

/// Those of the receivers that are not there any more get nothing; where none is, all others do.
void Model::distribute(Lead& lead, const std::vector<TaskId>& tasks, std::vector<Share> shares) {
  if (tasks.empty())
    return;
  shares.erase(std::remove_if(shares.begin(), shares.end(),
                              [&](const Share& share) { return !lead.book.has(share.child); }),
               shares.end());
  if (shares.empty())
    shares = lead.book.shares();
  std::vector<Task> described;
  for (const auto task : tasks)
    described.push_back(application_[static_cast<std::size_t>(task)]);
  for (auto& [child, package] : choices_.distribute(described, shares)) {
    for (const auto& task : package)
      lead.book.give(task.id, child);
    if (!package.empty())
      send(manager_of(lead, child), Package{envelope(lead.level), std::move(package)});
  }
}

void Model::check_balance(Lead& lead) {
  if (lead.event || lead.book.children().empty() || now_ - lead.last_check < grid_.check_interval)
    return;
  lead.last_check = now_;
  const auto decision = choices_.rebalance(lead.book.loads());
  if (!decision)
    return;
  ++(lead.level == Level::site ? output_.events : output_.grid_events);
  lead.event = Lead::Event{decision->giver, decision->receivers};
  send(manager_of(lead, decision->giver), Asking{envelope(lead.level), decision->fraction});
}

/// Passes a request of the global manager on to all hosts that have reported ready tasks. An event of the
/// site comes first.
void Model::ask_hosts() {
  if (!site_->request || site_->event)
    return;
  const double fraction = *std::exchange(site_->request, std::nullopt);
  for (const auto& load : site_->book.loads())
    if (load.ert > 0)
      site_->answering.insert(load.child);
  for (const int host : site_->answering)
    send(host, Asking{envelope(Level::site), fraction});
  if (site_->answering.empty())
    answer_request();
}

void Model::answer_request() {
  Given given{envelope(Level::grid)};
  for (const auto task : std::exchange(site_->given, {}))
    given.tasks.push_back(application_[static_cast<std::size_t>(task)]);
  send(leader(Level::grid), std::move(given));
}

/// The global manager that has asked is gone. Tasks that hosts have given up for it stay in the site.
void Model::forget_request() {
  site_->request.reset();
  site_->answering.clear();
  for (const auto task : std::exchange(site_->given, {}))
    site_->book.open(task);
}

} // namespace malha::easygrid
