// SPDX-License-Identifier: MIT
#include "simulation.hpp"
#include "results/result_files.hpp"

#include "engine.hpp"
#include "last_words.hpp"
#include "mailbox.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

constexpr Seconds no_limit = 1e300;

/// The parameters with "@name", as the value of a text, replaced by the host's property of that name. (A
/// selector, "@name=value", stays.)
Parameters at_host(const PlacedActor& placed, const s4u::Host* host) {
  auto values = placed.parameters.all();
  bool differs = false;
  for (const auto& spec : placed.descriptor->parameters) {
    auto& value = values.at(spec.name);
    if (spec.type != ParameterSpec::Type::text || value.rfind('@', 0) != 0 ||
        value.find('=') != std::string::npos)
      continue;
    differs = true;
    const char* property = host->get_property(value.substr(1));
    if (property == nullptr)
      throw InputError(placed.place + ": actor '" + placed.descriptor->name + "': parameter '" + spec.name +
                       "' is '" + value + "', and host '" + host->get_name() + "' has no property '" +
                       value.substr(1) + "'");
    value = property;
  }
  return differs ? Parameters(placed.descriptor->parameters, values) : placed.parameters;
}

bool asks_for(const SimulationPlan& plan, Burden burden) {
  const auto asked = burdens_of(plan);
  return std::any_of(asked.begin(), asked.end(), [&](const auto& one) { return one.burden == burden; });
}

std::vector<std::string> names_of(const std::vector<const ActorDescriptor*>& actors) {
  std::vector<std::string> names;
  for (const auto* actor : actors)
    names.push_back(actor->name);
  return names;
}

/// " (file:line)", where the platform says when the host is on, or "".
std::string switched_by(const PlatformSource& platform, const std::string& host) {
  for (const auto& profile : platform.profiles)
    if (profile.kind == Profile::Kind::host_state && profile.where == host)
      return " (" + profile.place + ")";
  return "";
}

} // namespace

std::string date_now() { return shortest(s4u::Engine::get_clock()); }

const std::vector<ParameterSpec>& run_parameters() {
  static const std::vector<ParameterSpec> specs{
      choice("transport", "network", {"network", "instant"},
             "messages cross the network of the platform, or cost nothing at all"),
      real("max_time", no_limit, above(0), "s",
           "the run is cut at this date; without it, it runs to its end"),
      choice("explain", "off", {"off", "on"}, "keep decisions.csv: why a job starts, or waits"),
      choice("series", "off", {"off", "on"}, "keep series.csv and machine_states.csv: the cluster over time"),
      real("warm_up", 0, at_least(0), "s", "jobs that are submitted before this date are not in the means"),
      real("cool_down", no_limit, above(0), "s",
           "jobs that are submitted at this date or later are not in the means")};
  return specs;
}

Simulation::Simulation(const SimulationPlan& plan, const std::filesystem::path& folder)
    : plan_(plan), folder_(folder),
      transport_(plan.run.text("transport") == "instant" ? Transport::instant : Transport::network),
      hosts_may_change_(asks_for(plan, Burden::host_goes) || asks_for(plan, Burden::host_returns)),
      hosts_are_shared_(asks_for(plan, Burden::external_load)),
      speeds_(speeds_over_time(plan.platform.profiles)), random_(plan.seed),
      engine_(make_engine(plan.simgrid_options)),
      grid_(std::make_unique<Grid>(plan.platform, random_, *engine_)) {
  check_bears(plan);
  place_actors(plan.deployment);
  place_environment();
  find_entry();
  check_keepers();
  workload_ = std::make_unique<Workload>(plan.workload.name);
  recorder_ = std::make_unique<Recorder>(
      folder, executions_,
      Recorder::Options{plan.run.text("explain") == "on", plan.run.text("series") == "on",
                        plan.run.real("warm_up"), plan.run.real("cool_down"), &speeds_});
  build_actors();
  open_workload();
}

Simulation::~Simulation() = default;

void Simulation::open_workload() {
  const auto& [name, generator, parameters, file] = plan_.workload;
  FlopsPerSecond reference_speed =
      parameters.all().count("reference_speed") > 0 ? parameters.real("reference_speed") : 0;
  if (reference_speed <= 0)
    reference_speed = hosts("@role=worker").front()->get_speed();
  if (generator->recorded_nodes != nullptr)
    recorded_nodes_ = generator->recorded_nodes(file);
  const auto& runs = entry_->descriptor->runs;
  const bool joins_bags = std::find(runs.begin(), runs.end(), Shape::rigid) == runs.end();
  workload_->open(generator->make(
      WorkloadInput{parameters, random_, file, reference_speed, joins_bags, recorder_->resources()}));
}

void Simulation::place_actors(const Deployment& deployment) {
  for (const auto& placed : deployment.actors) {
    std::vector<s4u::Host*> hosts;
    try {
      hosts = grid_->select(placed.hosts);
    } catch (const std::invalid_argument& error) {
      throw InputError(placed.place + ": actor '" + placed.descriptor->name + "': " + error.what());
    }
    for (auto* host : hosts)
      place(placed, host);
  }
}

/// On the same host whatever the deployment is: a master, else one that is no worker, else the first.
void Simulation::place_environment() {
  auto candidates = grid_->masters();
  const auto workers = hosts("@role=worker"), all = hosts("*");
  std::copy_if(all.begin(), all.end(), std::back_inserter(candidates),
               [&](auto* host) { return std::find(workers.begin(), workers.end(), host) == workers.end(); });
  for (const auto& placed : plan_.environment)
    place(placed, candidates.empty() ? all.front() : candidates.front());
}

void Simulation::place(const PlacedActor& placed, s4u::Host* host) {
  std::string mailbox = placed.descriptor->name + "@" + host->get_name();
  if (const int number = ++namesakes_[mailbox]; number > 1)
    mailbox += "#" + std::to_string(number);
  auto& namesake_peers = peers_[placed.descriptor->name];
  Peer peer{placed.descriptor, host, at_host(placed, host), mailbox, static_cast<int>(namesake_peers.size())};
  namesake_peers.push_back(peer);
  placed_.emplace_back(&placed, std::move(peer));
}

void Simulation::find_entry() {
  std::vector<std::string> entries;
  for (const auto& [placed, peer] : placed_)
    if (!peer.descriptor->runs.empty() && peers_.count(peer.descriptor->yields_to) == 0) {
      entries.push_back(peer.mailbox);
      entry_ = peer;
    }
  const std::string must = plan_.deployment.file.string() + ": must have one actor where jobs enter; it has ";
  constexpr std::size_t most = 5;
  if (entries.empty())
    throw InputError(must + "none; valid: " + listed(names_of(plan_.entry_actors)));
  if (entries.size() > 1) {
    const std::size_t number = entries.size();
    entries.resize(std::min(number, most));
    throw InputError(must + std::to_string(number) + ": " + listed(entries) + (number > most ? ", …" : ""));
  }
}

std::vector<s4u::Host*> Simulation::hosts(const std::string& selector) const {
  try {
    return grid_->select(selector);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

void Simulation::build_actors() {
  for (const auto& [placed, peer] : placed_) {
    auto& one = actors_.emplace_back();
    one.context = std::make_unique<ActorContext>(*this, peer, placed->choices, plan_.seed);
    for (const auto& metric : peer.descriptor->metrics)
      if (!metric.is_optional)
        recorder_->count(metric.name, 0);
    try {
      one.actor = peer.descriptor->make(*one.context);
    } catch (const InputError& error) {
      throw InputError(placed->place +
                       (peer.descriptor->is_environment ? ""
                                                        : ": actor '" + peer.descriptor->name +
                                                              "' on host '" + peer.host->get_name() + "'") +
                       ": " + error.what());
    } catch (const CannotWrite&) {
      throw;
    } catch (const std::exception& error) {
      throw std::runtime_error("actor '" + peer.mailbox + "' cannot be made: " + error.what());
    }
  }
  placed_.clear();
  for (auto& one : actors_) {
    one.ended = !one.actor->is_active();
    if (one.ended)
      continue;
    const auto& self = one.context->self();
    if (!self.host->is_on())
      throw InputError("actor '" + self.mailbox + "' cannot start: host '" + self.host->get_name() +
                       "' is off at t=0 s" + switched_by(plan_.platform, self.host->get_name()) +
                       "; valid: actors on hosts that are on");
    auto actor = s4u::Actor::create(self.mailbox, self.host, [this, &one] { live(one); });
    actor->on_exit([this, &one](bool) {
      if (failure_.status == Status::done && !one.ended && !one.context->self().host->is_on())
        one.lost = s4u::Engine::get_clock();
    });
    if (self.descriptor->daemon)
      actor->daemonize();
  }
}

void Simulation::live(Living& one) {
  try {
    one.actor->run();
    one.ended = true;
    if (!one.context->self().descriptor->daemon)
      last_end_ = s4u::Engine::get_clock();
  } catch (const InputError& error) {
    fail(Status::bad_input, error.what());
  } catch (const RuleBroken& error) {
    fail(Status::rule_broken, error.what());
  } catch (const std::exception& error) {
    fail(Status::died,
         "actor '" + one.context->self().mailbox + "' died at t=" + date_now() + " s: " + error.what());
  }
}

void Simulation::fail(Status status, const std::string& message) {
  if (failure_.status == Status::done)
    failure_ = {status, message, {}, 0, 0};
  s4u::Actor::kill_all();
}

std::string Simulation::who_waits() const {
  constexpr int most = 5;
  std::string report;
  int waiting = 0;
  for (const auto& one : actors_) {
    if (one.ended || one.lost < never || one.context->self().descriptor->daemon || ++waiting > most)
      continue;
    const auto blocked_on = one.actor->blocked_on();
    report += "; " + one.context->self().mailbox + " waits for " +
              (!blocked_on.empty()      ? blocked_on
               : one.context->waits_for ? *one.context->waits_for
                                        : "something of its own");
  }
  return waiting > most ? report + "; … " + std::to_string(waiting - most) + " more" : report;
}

std::string Simulation::who_was_lost() const {
  for (const auto& one : actors_)
    if (const auto& self = one.context->self(); one.lost < never && !self.descriptor->daemon)
      return "; " + self.mailbox + " was lost at t=" + shortest(one.lost) + " s with its host '" +
             self.host->get_name() + "', which was switched off" +
             switched_by(plan_.platform, self.host->get_name());
  return "";
}

Outcome Simulation::run() {
  s4u::Engine::on_deadlock_cb([this] {
    if (failure_.status == Status::done)
      failure_ = {Status::not_ended,
                  "deadlock at t=" + date_now() + " s: nothing can happen any more" + who_waits(),
                  {},
                  0,
                  0};
  });
  const Seconds max_time = plan_.run.real("max_time");
  if (max_time < no_limit)
    engine_->run_until(max_time);
  else
    engine_->run(); // run_until would pass over a deadlock, up to its date
  const auto ended = [](const Living& one) { return one.ended || one.context->self().descriptor->daemon; };
  const auto waits = [&](const Living& one) { return ended(one) || one.context->waits_for != nullptr; };
  cut_ = failure_.status == Status::done && !std::all_of(actors_.begin(), actors_.end(), ended);
  if (cut_)
    failure_ = {Status::not_ended,
                (max_time < no_limit ? "cut at max_time=" + shortest(max_time) + " s"
                                     : "nothing can happen any more at t=" + date_now() + " s") +
                    who_was_lost() + (std::all_of(actors_.begin(), actors_.end(), waits) ? who_waits() : ""),
                {},
                0,
                0};
  return outcome();
}

void Simulation::write_messages() const {
  if (folder_.empty())
    return;
  auto out = open_for_writing(folder_ / "messages.csv");
  out << header_of("messages.csv") << '\n';
  for (const auto& [key, row] : messages_)
    out << csv_line(row) << '\n';
  close_written(out, folder_ / "messages.csv");
}

Outcome Simulation::outcome() {
  for (auto& one : actors_)
    one.actor->measure(s4u::Engine::get_clock());
  recorder_->close();
  Outcome result = failure_;
  write_messages();
  SimulationEnd end;
  for (const auto& [key, row] : messages_) {
    end.messages += row.count;
    end.message_bytes += row.bytes;
  }
  for (const auto& [name, channel] : channels_)
    end.messages_unread += channel->sent - channel->received;
  end.is_cut = cut_;
  if (recorded_nodes_ && *recorded_nodes_ != recorder_->resources())
    end.recorded_nodes = *recorded_nodes_;
  const bool ended = failure_.status != Status::not_ended;
  result.metrics = recorder_->schedule().values(ended ? last_end_ : s4u::Engine::get_clock(), end);
  std::map<std::string, std::string> units; // by metric: two kinds of actors may count into one
  for (const auto& [name, peers] : peers_)
    for (const auto& metric : peers.front().descriptor->metrics)
      units[metric.name] = metric.unit;
  for (const auto& [metric, unit] : units)
    if (const auto counter = recorder_->counters().find(metric); counter != recorder_->counters().end())
      result.metrics.push_back({metric, counter->second, unit});
  result.tasks_submitted = workload_->tasks_read();
  result.workload_notes = workload_->source().notes();
  result.workload_header = workload_->source().header();
  result.tasks_unfinished = result.tasks_submitted - recorder_->schedule().rows();
  if (result.status == Status::done && (result.tasks_unfinished != 0 || workload_->peek() != nullptr)) {
    result.status = Status::not_ended;
    result.message = "all actors have ended, and " + std::to_string(result.tasks_unfinished) +
                     " tasks have not" + (workload_->peek() ? "; jobs are left in the workload" : "");
  }
  return result;
}

const SpeedProfile* Simulation::speeds_of(const s4u::Host& host) const {
  const auto changing = speeds_.find(host.get_name());
  return changing == speeds_.end() ? nullptr : &changing->second;
}

std::vector<const SpeedProfile*> Simulation::speeds_of(const std::vector<s4u::Host*>& hosts) const {
  std::vector<const SpeedProfile*> speeds;
  for (const auto* host : hosts)
    speeds.push_back(speeds_of(*host));
  return speeds;
}

Job Simulation::take_job() {
  const auto& runs = entry_->descriptor->runs;
  if (workload_->peek() == nullptr)
    throw std::logic_error("a job is taken where none is left");
  const Job& next = *workload_->peek();
  if (next.tasks.empty())
    throw InputError("workload '" + workload_->name() + "': job " + std::to_string(next.id) +
                     " has no tasks; valid: at least one");
  const Shape shape = shape_of(next);
  if (std::find(runs.begin(), runs.end(), shape) == runs.end()) {
    std::vector<std::string> shapes;
    for (const auto run : runs)
      shapes.emplace_back(name_of(run));
    throw InputError("workload '" + workload_->name() + "': job " + std::to_string(next.id) + " is a " +
                     name_of(shape) + ", which actor '" + entry_->descriptor->name +
                     "' does not run; valid: " + listed(shapes));
  }
  if (transport_ == Transport::network &&
      std::any_of(next.tasks.begin(), next.tasks.end(), [](const Task& task) { return task.input > 0; }))
    check_bears(plan_, {Burden::inputs,
                        "job " + std::to_string(next.id) + " of workload '" + workload_->name() + "'",
                        "workload.input=0"});
  return workload_->pop();
}

bool Simulation::has_state_profiles() const {
  const auto& profiles = plan_.platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(),
                     [](const auto& profile) { return profile.kind == Profile::Kind::host_state; });
}

/// A state profile turns off no host on which an actor must stay.
void Simulation::check_keepers() const {
  for (const auto& profile : plan_.platform.profiles) {
    const auto is_off = [](const auto& point) { return point.value <= 0; };
    if (profile.kind != Profile::Kind::host_state ||
        std::none_of(profile.points.begin(), profile.points.end(), is_off))
      continue;
    if (const auto* keeper = keeper_of(s4u::Host::by_name(profile.where)))
      throw InputError(profile.place + ": host '" + profile.where + "' goes, and actor '" +
                       keeper->descriptor->name +
                       "' is there, without which others cannot go on; valid: a deployment that has it on "
                       "another host, or a platform on which this one stays");
  }
}

const Peer* Simulation::keeper_of(const s4u::Host* host) const {
  if (host == entry_->host)
    return &*entry_;
  for (const auto& [name, namesakes] : peers_)
    for (const auto& peer : namesakes)
      if (peer.descriptor->keeps_host && peer.host == host)
        return &peer;
  return nullptr;
}

const std::vector<Peer>& Simulation::peers(const std::string& actor) const {
  static const std::vector<Peer> none;
  const auto found = peers_.find(actor);
  return found == peers_.end() ? none : found->second;
}

Channel& Simulation::channel(const std::string& name) {
  if (const auto found = channels_.find(name); found != channels_.end())
    return *found->second;
  auto made = std::make_unique<Channel>();
  made->name = name;
  made->waits_for = "a message in mailbox '" + name + "'";
  made->queues = transport_ == Transport::instant;
  made->arrivals = s4u::Semaphore::create(0);
  if (transport_ == Transport::network)
    made->mailbox = s4u::Mailbox::by_name(name);
  // Another actor may have made it during those calls: then that one stays.
  return *channels_.emplace(name, std::move(made)).first->second;
}

MessageRow& Simulation::message_row(const std::string& kind, const std::string& layer) {
  auto& row = messages_[{kind, layer}];
  row.kind = kind;
  row.layer = layer;
  return row;
}

void Simulation::check_route(s4u::Host* a, s4u::Host* b) const {
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
    last_words->note_input("platform '" + grid_->name() + "': the route from '" + from->get_name() +
                           "' to '" + to->get_name() + "'");
    try {
      from->route_to(to, links, &latency);
    } catch (const std::exception& error) {
      reason = std::string(" (") + error.what() + ")";
    }
    last_words->note_input("");
    if (links.empty() && latency <= 0)
      throw InputError(
          "platform '" + grid_->name() + "' has no route from '" + from->get_name() + "' to '" +
          to->get_name() + "'" + reason +
          (a == b ? "; valid: with a loopback, such as loopback_bw and loopback_lat of <cluster>" : ""));
  }
}

void Channel::carry(const std::type_info& message, const std::string& actor) {
  if (carries_ != nullptr && std::string(carries_->name()) != message.name())
    throw InputError("mailbox '" + name + "' does not carry the messages of actor '" + actor + "'");
  carries_ = &message;
}

ParameterSpec reception_parameter(const std::string& default_value) {
  return choice(
      "mailbox", default_value, {"rendezvous", "permanent"},
      "messages are transferred one at a time when they are asked for, or as soon as they are sent");
}

Reception reception_of(const Parameters& parameters) {
  return parameters.text("mailbox") == "permanent" ? Reception::permanent : Reception::rendezvous;
}

} // namespace malha
