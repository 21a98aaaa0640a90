// SPDX-License-Identifier: MIT
#include "model.hpp"

namespace malha::easygrid {

Model::Model(const ManagerGrid& grid, int self, Choices& choices, const std::vector<Task>& application,
             Seconds now)
    : state_(grid, self, choices, application, now), host_(state_), site_manager_seen_(now),
      global_manager_seen_(now) {
  if (state_.leads(Level::site))
    site_manager_.emplace(state_).begin();
  if (state_.leads(Level::grid))
    global_manager_.emplace(state_).begin();
}

void Model::take(const ManagerMessage& message, Seconds now) {
  state_.now = now;
  handle(message);
  deliver_own_messages();
}

void Model::deliver_own_messages() {
  while (const auto message = state_.take_own_message())
    handle(*message);
}

/// A sender whose term is over is notified, and its message does not count. A message of a later term makes
/// this manager begin that term.
void Model::handle(const ManagerMessage& message) {
  const auto& from = std::visit([](const auto& kind) -> const Envelope& { return kind; }, message);
  if (from.term < state_.term(from.level)) {
    state_.send(from.from, Notice{state_.envelope(from.level)});
    return;
  }
  if (from.term > state_.term(from.level))
    begin_term(from.level, from.term);
  if (from.from == state_.leader(from.level))
    last_sign(from.level) = state_.now;
  std::visit([this](const auto& kind) { pass_on(kind); }, message);
}

void Model::pass_on(const Gathering& gathering) {
  if (global_manager_)
    global_manager_->take(gathering);
}

template <class Message>
void Model::pass_to_leader(const Message& message) {
  if (message.level == Level::site && site_manager_)
    site_manager_->take(message);
  else if (message.level == Level::grid && global_manager_)
    global_manager_->take(message);
}

template <class Message>
void Model::pass_to_child(const Message& message) {
  if (message.level == Level::site)
    host_.take(message);
  else if (site_manager_)
    site_manager_->take(message);
}

void Model::begin_term(Level level, int term) {
  state_.set_term(level, term);
  last_sign(level) = state_.now;
  if (level == Level::site) {
    site_manager_.reset();
    if (state_.leads(level))
      site_manager_.emplace(state_).take_over();
    host_.join();
    if (site_manager_) {
      global_manager_seen_ = state_.now;
      site_manager_->join();
    }
    return;
  }
  global_manager_.reset();
  if (state_.leads(level))
    global_manager_.emplace(state_).take_over();
  if (site_manager_) {
    site_manager_->forget_request();
    site_manager_->join();
  }
}

void Model::suspect_leaders() {
  const Seconds patience = state_.grid.patience();
  if (!state_.leads(Level::site) && state_.now - site_manager_seen_ > patience)
    begin_term(Level::site, state_.term(Level::site) + 1);
  if (site_manager_ && !state_.leads(Level::grid) && state_.now - global_manager_seen_ > patience)
    begin_term(Level::grid, state_.term(Level::grid) + 1);
}

/// Tasks pass from the grid to the host in one iteration, and reports back.
void Model::step(Seconds now, FlopsPerSecond power, bool is_complete) {
  state_.now = now;
  host_.see_power(power);
  suspect_leaders();
  deliver_own_messages();
  step_global_manager(is_complete);
  deliver_own_messages();
  step_site_manager();
  deliver_own_messages();
  host_.launch();
  host_.report();
  deliver_own_messages();
  if (site_manager_)
    site_manager_->report();
  deliver_own_messages();
}

void Model::step_global_manager(bool is_complete) {
  if (!global_manager_)
    return;
  global_manager_->beat();
  global_manager_->end_gathering();
  if (!global_manager_->is_gathering())
    global_manager_->coordinate(is_complete);
}

void Model::step_site_manager() {
  if (!site_manager_)
    return;
  site_manager_->beat();
  if (site_manager_->end_gathering()) {
    site_manager_->join();
    deliver_own_messages();
  }
  if (!site_manager_->is_gathering())
    site_manager_->coordinate();
}

} // namespace malha::easygrid
