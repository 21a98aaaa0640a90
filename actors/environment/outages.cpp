// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "failing_hosts.hpp"
#include "outage_plan.hpp"
#include "results/files/csv_reader.hpp"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

constexpr Seconds last_date = 1e12; ///< as for the dates of other environment actors

/// The host of a resource of the file. It may not be one that never fails.
std::size_t host_of(const CsvReader& rows, const std::vector<s4u::Host*>& hosts,
                    const std::vector<s4u::Host*>& failing) {
  const auto resource = rows.integer("resource");
  if (resource < 0 || static_cast<std::size_t>(resource) >= hosts.size())
    rows.fail("resource " + std::to_string(resource) + " is none of the " + std::to_string(hosts.size()) +
              " hosts of outages.hosts; valid: from 0 to " + std::to_string(hosts.size() - 1));
  const auto host = static_cast<std::size_t>(resource);
  if (std::find(failing.begin(), failing.end(), hosts[host]) == failing.end())
    rows.fail("resource " + std::to_string(resource) + " is host '" + hosts[host]->get_name() +
              "' of @role=master, which never fails; valid: other resources, or outages.hosts without it");
  return host;
}

/// A column with something else would be ignored.
void check_columns(const CsvReader& rows) {
  const std::set<std::string> columns(rows.names().begin(), rows.names().end());
  if (columns != std::set<std::string>{"resource", "start", "end"})
    rows.fail("has columns '" + boost::algorithm::join(rows.names(), ",") +
              "'; valid: resource, start and end");
}

/// The rows of outages.csv, as a run or malha convert writes it.
std::vector<PlannedOutage> read_outages(const std::filesystem::path& file,
                                        const std::vector<s4u::Host*>& hosts,
                                        const std::vector<s4u::Host*>& failing) {
  std::vector<PlannedOutage> all;
  CsvReader rows(file);
  check_columns(rows);
  while (rows.next()) {
    const auto host = host_of(rows, hosts, failing);
    const Seconds start = rows.real("start");
    if (!(start >= 0 && start < last_date))
      rows.fail("'" + rows.text("start") + "' in column 'start'; valid: from 0 to below 1e12 s");
    const bool is_endless = rows.text("end").empty();
    const Seconds end = is_endless ? never : rows.real("end");
    if (!is_endless && !(end > start && end < last_date))
      rows.fail("'" + rows.text("end") +
                "' in column 'end'; valid: later than the start and below 1e12 s, or nothing, if the host "
                "does not come back");
    all.push_back({host, start, is_endless ? std::nullopt : std::optional<Seconds>(end)});
  }
  return joined_outages(std::move(all));
}

/// Turns hosts off and on at the dates of a file, such as those of a log of failures.
class Outages : public Actor {
public:
  explicit Outages(ActorContext& context)
      : planned_(PlannedCrashes::of(context.simulation())), sleepers_(Sleepers::of(context.simulation())) {
    auto& simulation = context.simulation();
    if (simulation.states().any())
      throw InputError("the platform turns hosts off and on itself, by state profiles; valid: a platform "
                       "without them, or a run without outages");
    hosts_ = simulation.hosts(context.parameters().text("hosts"));
    const auto outages = read_outages(simulation.file(context.parameters().text("file")), hosts_,
                                      hosts_that_fail(context, "outages", "a run without outages", true));
    for (const auto& [host, start, end] : outages) {
      if (starts_[host].empty())
        planned_.plan(*hosts_[host], start,
                      end ? PlannedCrashes::End::recovers : PlannedCrashes::End::for_good);
      starts_[host].push_back(start);
    }
    switches_ = switches_of(outages);
    if (is_active())
      sleepers_.sleeps_until(*this, switches_.front().date);
  }

  bool is_active() const override { return !switches_.empty(); }

  void run() override {
    for (const auto& next : switches_) {
      sleepers_.sleep_until(*this, next.date);
      auto* host = hosts_[next.host];
      if (next.is_on) {
        planned_.plan_next(*host, next_start(next.host, next.date));
        planned_.plan_recovery(*host, next.date);
        host->turn_on();
      } else {
        planned_.plan_next(*host, next.date);
        if (next.is_last)
          planned_.recovers_no_more(*host);
        host->turn_off();
      }
    }
    sleepers_.ends(*this);
  }

private:
  /// The start of the next outage of the host; `never` if there is none.
  Seconds next_start(std::size_t host, Seconds date) const {
    const auto& starts = starts_.at(host);
    const auto next = std::upper_bound(starts.begin(), starts.end(), date);
    return next == starts.end() ? never : *next;
  }

  PlannedCrashes& planned_;
  Sleepers& sleepers_;
  std::vector<s4u::Host*> hosts_;
  std::map<std::size_t, std::vector<Seconds>> starts_; ///< of the outages of each host, by date
  std::vector<OutageSwitch> switches_;
};

} // namespace

MALHA_ACTOR(
    describe<Outages>("environment/outages", "hosts go down and come back at the dates of a file",
                      "docs/workloads.md")
        .takes({file("file", {},
                     "the outages, as a run writes outages.csv and malha convert a log of failures: "
                     "resource, start and end. Resource 0 is the first of `hosts`, as in resources.csv of a "
                     "cluster of these"),
                text("hosts", "@role=worker",
                     "hosts that the resources are: a host name, a glob or a selector; without those of "
                     "@role=master")})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::host_fails}, {Condition::host_recovers}}))

} // namespace malha::environment
