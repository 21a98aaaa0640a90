// SPDX-License-Identifier: MIT
#include "execution.hpp"

#include "run_clock.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha {

Execution::Execution(Executions& book, simgrid::s4u::Host* host, Flops work)
    : book_(book), activity_(simgrid::s4u::Exec::init()->set_flops_amount(work)->set_host(host)) {
  activity_->start();
  // Other actors may have run during those calls: the book is read and written only after them.
  start_ = simgrid::s4u::Engine::get_clock();
  position_ = book_.open_.size();
  book_.open_.push_back(this);
}

Execution::~Execution() {
  book_.open_[position_] = book_.open_.back();
  book_.open_[position_]->position_ = position_;
  book_.open_.pop_back();
}

std::optional<Seconds> Execution::end() const {
  const Seconds date = activity_->get_finish_time();
  return date < 0 ? std::nullopt : std::optional(date);
}

std::unique_ptr<Execution> Executions::start(simgrid::s4u::Host* host, Flops work) {
  return std::unique_ptr<Execution>(new Execution(*this, host, work));
}

Seconds Executions::settled_until() const {
  Seconds date = run_clock.now();
  for (const auto* execution : open_)
    date = std::min(date, execution->end().value_or(date));
  return date;
}

} // namespace malha
