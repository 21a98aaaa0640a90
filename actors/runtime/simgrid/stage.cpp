// SPDX-License-Identifier: MIT
#include "stage.hpp"

#include "engine.hpp"
#include "mailbox.hpp"
#include "message_faults.hpp"
#include "policies/sdk/numbers.hpp"
#include "run_status.hpp"

#include <simgrid/s4u.hpp>
#include <xbt/config.hpp>

#include <algorithm>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

bool asks_for(const SimulationPlan& plan, Condition condition) {
  const auto asked = conditions_of(plan);
  return std::any_of(asked.begin(), asked.end(), [&](const auto& one) { return one.condition == condition; });
}

Seconds looks_ahead_until(const SimulationPlan& plan) {
  return plan.run.text("lookahead") == "on" && plan.platform.profiles.empty() ? plan.run.real("max_time") : 0;
}

/// What the profiles of a link make of its latency, and of the time of one byte beyond that of the link as it
/// is, at their worst. The latency in the network model of the run.
Seconds slowest(const s4u::Link& link, const std::vector<Profile>& profiles, double latency_factor) {
  Seconds latency = link.get_latency(), byte = 0;
  for (const auto& profile : profiles) {
    if (profile.where != link.get_name())
      continue;
    if (profile.kind == Profile::Kind::link_latency && profile.points.front().date <= 0)
      latency = 0; // the link never has its own
    for (const auto& point : profile.points)
      if (profile.kind == Profile::Kind::link_latency)
        latency = std::max(latency, point.value);
      else if (profile.kind == Profile::Kind::link_bandwidth)
        byte = std::max(byte, 1 / point.value);
  }
  return latency * latency_factor + byte;
}

} // namespace

Stage::Stage(const SimulationPlan& plan) : Stage(plan, platform_for(plan)) {}

Stage::Stage(const SimulationPlan& plan, PreparedPlatform ground)
    : plan_(plan),
      transport_(plan.run.text("transport") == "instant" ? Transport::instant : Transport::network),
      hosts_may_change_(asks_for(plan, Condition::host_fails) || asks_for(plan, Condition::host_recovers)),
      hosts_may_return_(asks_for(plan, Condition::host_recovers)),
      hosts_are_shared_(asks_for(plan, Condition::external_load)),
      messages_may_be_lost_(asks_for(plan, Condition::message_lost)),
      looks_ahead_until_(looks_ahead_until(plan)), speeds_(speeds_over_time(plan.platform.profiles)),
      random_(std::move(ground.random)), engine_(std::move(ground.engine)), grid_(std::move(ground.grid)),
      workload_(plan.workload.name),
      message_faults_(plan.has_message_faults() ? std::make_unique<MessageFaults>() : nullptr) {}

Stage::~Stage() = default;

std::vector<s4u::Host*> Stage::hosts(const std::string& selector) const {
  try {
    return grid_->select(selector);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

const SpeedProfile* Stage::speeds_of(const s4u::Host& host) const {
  const auto changing = speeds_.find(host.get_name());
  return changing == speeds_.end() ? nullptr : &changing->second;
}

std::vector<const SpeedProfile*> Stage::speeds_of(const std::vector<s4u::Host*>& hosts) const {
  std::vector<const SpeedProfile*> speeds;
  for (const auto* host : hosts)
    speeds.push_back(speeds_of(*host));
  return speeds;
}

Job Stage::take_job() {
  const auto& runs = entry_->descriptor->runs;
  if (workload_.peek() == nullptr)
    throw std::logic_error("a job is taken where none is left");
  const Job& next = *workload_.peek();
  if (next.tasks.empty())
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) +
                     " has no tasks; valid: at least one");
  const Shape shape = shape_of(next);
  if (std::find(runs.begin(), runs.end(), shape) == runs.end()) {
    std::vector<std::string> shapes;
    for (const auto run : runs)
      shapes.emplace_back(name_of(run));
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) + " is a " +
                     name_of(shape) + ", which actor '" + entry_->descriptor->name +
                     "' does not run; valid: " + listed(shapes));
  }
  if (transport_ == Transport::network &&
      std::any_of(next.tasks.begin(), next.tasks.end(), [](const Task& task) { return task.input > 0; }))
    check_supports(plan_, {Condition::inputs,
                           "job " + std::to_string(next.id) + " of workload '" + workload_.name() + "'",
                           "workload.input=0"});
  if (hears_of_jobs_)
    hears_of_jobs_(next);
  return workload_.pop();
}

bool Stage::has_state_profiles() const {
  const auto& profiles = plan_.platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(),
                     [](const auto& profile) { return profile.kind == Profile::Kind::host_state; });
}

bool Stage::has_state_profile(const s4u::Host& host) const {
  const auto& profiles = plan_.platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(), [&](const auto& profile) {
    return profile.kind == Profile::Kind::host_state && profile.where == host.get_name();
  });
}

bool Stage::returns(const s4u::Host& host) const {
  const auto& profiles = plan_.platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(), [&](const auto& profile) {
    return profile.kind == Profile::Kind::host_state && profile.where == host.get_name() &&
           malha::returns(profile);
  });
}

bool Stage::returns_after(const s4u::Host& host, Seconds date) const {
  const auto& profiles = plan_.platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(), [&](const auto& profile) {
    return profile.kind == Profile::Kind::host_state && profile.where == host.get_name() &&
           turns_on_after(profile, date);
  });
}

bool Stage::nobody_else_acts_before(Seconds date, std::size_t asleep) const {
  return date < looks_ahead_until_ && engine_->get_actor_count() == 1 + asleep;
}

bool Stage::entry_returns() const { return returns(*entry_->host); }

const Peer* Stage::keeper_of(const s4u::Host* host, bool comes_back) const {
  const auto stays = [comes_back](const Peer& peer) { return !(comes_back && peer.descriptor->runs_again); };
  for (const auto& [name, namesakes] : peers_)
    for (const auto& peer : namesakes)
      if (peer.descriptor->keeps_host && peer.host == host && stays(peer))
        return &peer;
  return host == entry_->host && stays(*entry_) ? &*entry_ : nullptr;
}

const std::vector<Peer>& Stage::peers(const std::string& actor) const {
  static const std::vector<Peer> none;
  const auto found = peers_.find(actor);
  return found == peers_.end() ? none : found->second;
}

const Peer& Stage::only_peer(const std::string& actor) const {
  const auto& all = peers(actor);
  if (all.size() != 1)
    throw InputError("needs one actor '" + actor + "'; there are " + std::to_string(all.size()));
  return all.front();
}

Channel& Stage::channel(const std::string& name) {
  if (const auto found = channels_.find(name); found != channels_.end())
    return *found->second;
  auto made = std::make_unique<Channel>();
  made->name = name;
  made->waits_for = waits_for_message + (" in mailbox '" + name + "'");
  made->queues = transport_ == Transport::instant;
  made->arrivals = s4u::Semaphore::create(0);
  if (transport_ == Transport::network)
    made->mailbox = s4u::Mailbox::by_name(name);
  // Another actor may have made it during those calls: then that one stays.
  return *channels_.emplace(name, std::move(made)).first->second;
}

MessageRow& Stage::message_row(const std::string& kind, const std::string& layer) {
  auto& row = messages_[{kind, layer}];
  row.kind = kind;
  row.layer = layer;
  return row;
}

void Stage::check_route(s4u::Host* a, s4u::Host* b) const {
  if (transport_ == Transport::instant)
    return;
  if ((a != b && grid_->links() == 0) || !grid_->routes())
    throw InputError("platform '" + grid_->name() +
                     "' has no links, and transport=network needs them; valid: a "
                     "platform with links, or --set transport=instant");
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    std::vector<s4u::Link*> links;
    double latency = 0;
    std::string reason;
    run_status->note_input("platform '" + grid_->name() + "': the route from '" + from->get_name() +
                           "' to '" + to->get_name() + "'");
    try {
      from->route_to(to, links, &latency);
    } catch (const std::exception& error) {
      reason = std::string(" (") + error.what() + ")";
    }
    run_status->note_input("");
    if (links.empty() && latency <= 0)
      throw InputError(
          "platform '" + grid_->name() + "' has no route from '" + from->get_name() + "' to '" +
          to->get_name() + "'" + reason +
          (a == b ? "; valid: with a loopback, such as loopback_bw and loopback_lat of <cluster>" : ""));
  }
}

Seconds Stage::longest_way(const s4u::Host* from, const s4u::Host* to) const {
  if (transport_ == Transport::instant)
    return 0;
  double latency = 0;
  std::vector<s4u::Link*> links;
  from->route_to(to, links, &latency);
  const auto factor = simgrid::config::get_value<double>("network/latency-factor");
  const auto& profiles = plan_.platform.profiles;
  if (profiles.empty())
    return latency * factor;
  Seconds way = latency;
  for (const auto* link : links)
    way -= link->get_latency(); // what is left is of the zones
  way = std::max(0.0, way) * factor;
  for (const auto* link : links)
    way += slowest(*link, profiles, factor);
  return way;
}

void Stage::check_detector(s4u::Host* host, const std::vector<s4u::Host*>& others,
                           const std::string& detection_delay) const {
  const auto delay = parse_number<double>(detection_delay);
  if (transport_ == Transport::instant || !hosts_may_change_ || !delay || *delay <= 0)
    return;
  for (auto* other : others) {
    check_route(host, other);
    if (const Seconds way = longest_way(other, host); *delay < way)
      throw InputError("detection_delay is " + detection_delay + " s, and the shortest message from '" +
                       other->get_name() + "' to '" + host->get_name() + "' takes " + shortest(way) +
                       " s; valid: at least that, or 0, for a detector that needs no messages");
  }
}

} // namespace malha
