// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/local_users.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "local_mix.hpp"
#include "local_plan.hpp"

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

Placement placement_of(const std::string& name) {
  return name == "grouped" ? Placement::grouped : name == "random" ? Placement::random : Placement::uniform;
}

/// The cluster of each host: its property `site`. All hosts without one are one cluster.
std::vector<std::string> clusters_of(const std::vector<s4u::Host*>& hosts) {
  std::vector<std::string> clusters;
  for (const auto* host : hosts) {
    const char* site = host->get_property("site");
    clusters.emplace_back(site == nullptr ? "" : site);
  }
  return clusters;
}

std::vector<s4u::Host*> hosts_of(ActorContext& context) {
  auto hosts = context.simulation().hosts(context.parameters().text("hosts"));
  for (const auto* host : hosts)
    if (context.simulation().speeds_of(*host) != nullptr)
      throw InputError("host '" + host->get_name() +
                       "' changes its speed, of which local users take a constant part; valid: hosts of "
                       "constant speed in local_users.hosts");
  return hosts;
}

/// Users who sit at some of the hosts. They take a part of their host before parallel tasks get any, and ask
/// for a little CPU now and then, which they share with them. Their profile is only reported.
class Users : public Actor {
public:
  explicit Users(ActorContext& context)
      : simulation_(context.simulation()), interval_(context.parameters().real("probe")),
        request_(context.parameters().real("request")), hosts_(hosts_of(context)),
        plan_(clusters_of(hosts_), context.parameters().real("local_share") / 100,
              placement_of(context.parameters().text("placement")), context.parameters().real("redraw"),
              simulation_.random().stream("local_users")),
        penalties_(hosts_.size(), context.parameters().real("penalty")), taking_(hosts_.size()) {
    const auto& given = context.parameters();
    LocalUsers::of(simulation_)
        .describe({given.real("cpu") / 100, given.real("memory") / 100, given.real("traffic")},
                  plan_.next_change() == never);
    if (const auto& mix = given.text("mix"); !mix.empty())
      describe_each(kinds_in(mix));
    publish();
  }

  bool is_active() const override {
    return std::count(plan_.has_user().begin(), plan_.has_user().end(), true) > 0;
  }

  void run() override {
    take_places();
    for (std::int64_t probes = 0;;) {
      const Seconds next_probe = interval_ > 0 ? static_cast<double>(probes) * interval_ : never;
      const Seconds date = std::min(plan_.next_change(), next_probe);
      if (date == never)
        s4u::Semaphore::create(0)->acquire(); // executions end with the actor that started them
      s4u::this_actor::sleep_until(date);
      if (date == plan_.next_change()) {
        plan_.advance();
        take_places();
        publish();
      }
      if (date == next_probe) {
        ++probes;
        collect();
        probe();
      }
    }
  }

  void measure(Seconds) override {
    if (alone_ > 0)
      simulation_.recorder().count("local_slowdown", responses_ / alone_);
  }

private:
  static constexpr Flops endless = 1e30;
  static constexpr double before_all_others = 1e6; ///< a priority

  struct Request {
    s4u::ExecPtr execution;
    Seconds date;
    Seconds alone; ///< its response without parallel tasks
  };

  /// Users are of several kinds.
  void describe_each(const std::vector<LocalKind>& kinds) {
    const auto drawn = draw_kinds(kinds, hosts_.size(), simulation_.random().stream("local_users.kinds"));
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      LocalUsers::of(simulation_).describe(hosts_[i], drawn[i]->profile);
      penalties_[i] = drawn[i]->penalty;
    }
  }

  void publish() {
    std::unordered_set<const s4u::Host*> hosts;
    for (std::size_t i = 0; i < hosts_.size(); ++i)
      if (plan_.has_user()[i])
        hosts.insert(hosts_[i]);
    LocalUsers::of(simulation_).change(std::move(hosts));
  }

  /// Those whose period is over leave, and others come.
  void take_places() {
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      if (plan_.has_user()[i] == !taking_[i].empty())
        continue;
      for (const auto& execution : std::exchange(taking_[i], {}))
        execution->cancel();
      if (plan_.has_user()[i])
        take(i);
    }
  }

  /// Takes the penalty from each core. A bound of 0 would be none.
  void take(std::size_t i) {
    auto* host = hosts_[i];
    try {
      for (int core = 0; penalties_[i] > 0 && core < host->get_core_count() && host->is_on(); ++core) {
        taking_[i].push_back(s4u::Exec::init()->set_flops_amount(endless)->set_host(host));
        taking_[i]
            .back()
            ->set_bound(penalties_[i] * host->get_speed())
            ->set_priority(before_all_others)
            ->start();
      }
    } catch (const simgrid::HostFailureException&) { // it fails at this date
    }
  }

  void probe() {
    for (std::size_t i = 0; i < hosts_.size(); ++i)
      if (auto* host = hosts_[i]; plan_.has_user()[i] && host->is_on())
        try {
          const double left = std::min(1.0, (1 - penalties_[i]) * host->get_core_count()); // of a core
          const auto asked =
              s4u::Exec::init()->set_flops_amount(request_ * host->get_speed())->set_host(host);
          requests_.push_back({asked, s4u::Engine::get_clock(), request_ / left});
          asked->start();
        } catch (const simgrid::HostFailureException&) { // it fails at this date
          requests_.pop_back();
        }
  }

  /// Counts the requests that have been served.
  void collect() {
    std::vector<Request> open;
    for (auto& request : requests_)
      try {
        if (!request.execution->test()) {
          open.push_back(std::move(request));
        } else {
          responses_ += request.execution->get_finish_time() - request.date;
          alone_ += request.alone;
        }
      } catch (const simgrid::HostFailureException&) { // never served
      }
    requests_ = std::move(open);
  }

  Stage& simulation_;
  const Seconds interval_, request_;
  const std::vector<s4u::Host*> hosts_;
  LocalPlan plan_;
  std::vector<double> penalties_;                 ///< by host: of its user
  std::vector<std::vector<s4u::ExecPtr>> taking_; ///< by host: what its user takes
  std::vector<Request> requests_;                 ///< not served when last looked at
  Seconds responses_ = 0, alone_ = 0;
};

} // namespace

MALHA_ACTOR(
    describe<Users>("environment/local_users",
                    "users at a share of the hosts, who take CPU from parallel tasks; the seed draws where",
                    "M-CISNE, appendix D.1.2; docs/workloads.md, Local users")
        .takes(
            {real("local_share", {}, between(0, 100), "%",
                  "share of the hosts that have a user, rounded to whole hosts"),
             choice("placement", "uniform", {"uniform", "grouped", "random"},
                    "the same share in all clusters (hosts of one property site), one cluster after the "
                    "other, or anywhere"),
             real("redraw", 0, at_least(0), "s", "after this time users are at other hosts; 0: never"),
             real("cpu", 15, between(0, 100), "%", "CPU that monitors see a user take"),
             real("memory", 35, between(0, 100), "%", "memory of the host that monitors see a user take"),
             real("traffic", 0.5e6, at_least(0), "B/s", "traffic that monitors see a user have"),
             real("penalty", 0.5, between(0, 0.99), "1",
                  "share of each core that parallel tasks lose if a user is at the host; no monitor sees it"),
             text("mix", "",
                  "kinds of users instead of cpu, memory, traffic and penalty: "
                  "share:cpu:memory:traffic:penalty "
                  "of each, separated by commas; the seed draws the kind of each host; empty: all are alike"),
             real("probe", 0, at_least(0), "s",
                  "time between two requests of each user for local_slowdown; 0: none"),
             real("request", 0.01, above(0), "s", "CPU time of a request"),
             text("hosts", "@role=worker", "the hosts: a host name, a glob or a selector")})
        .measures({{"local_slowdown", "1",
                    "mean response of the requests of local users over that without parallel tasks", true}})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::external_load, "local_share"}}))

} // namespace malha::environment
