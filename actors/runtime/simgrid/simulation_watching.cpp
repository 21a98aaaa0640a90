// SPDX-License-Identifier: MIT
// What can be seen of a run from outside while it lasts.
#include "mailbox.hpp"
#include "simulation.hpp"

#include <boost/functional/hash.hpp>
#include <simgrid/s4u.hpp>

namespace malha {
namespace s4u = simgrid::s4u;

std::vector<ActorPlace> Simulation::places() const {
  std::vector<ActorPlace> places;
  for (const auto& one : actors_)
    if (const auto& self = one.context->self(); !self.descriptor->is_environment)
      places.push_back({self.descriptor->name, self.host->get_name(), one.actor->is_active()});
  return places;
}

void Simulation::watch(const std::function<void(Seconds)>& look) {
  s4u::Engine::on_time_advance_cb([look](double) { look(s4u::Engine::get_clock()); });
}

void Simulation::watch_messages(std::function<void(const SentMessage&)> look) const {
  message_faults_->watch(std::move(look));
}

std::uint64_t Simulation::under_way() const {
  std::size_t hash = 0;
  for (const auto& [name, channel] : channels_) // in the order of their names
    boost::hash_combine(hash, channel->sent - channel->received);
  for (const auto* host : hosts("*"))
    boost::hash_combine(hash, host->is_on());
  return hash;
}

} // namespace malha
