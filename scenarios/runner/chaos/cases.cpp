// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include "policies/sdk/random_streams.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>

namespace malha::chaos {
namespace {

constexpr Seconds just = 1e-6; ///< before or after
constexpr Seconds same = 1e-9; ///< SimGrid's precision
/// A crash at a date is after what ends then.
constexpr Seconds soon = 2 * same;

/// How many crashes the actors support that say so with a parameter `faults`.
std::map<std::string, std::int64_t> faults_of(const SimulationPlan& plan) {
  std::map<std::string, std::int64_t> faults;
  for (const auto& placed : plan.deployment.actors)
    for (const auto& spec : placed.descriptor->parameters)
      if (spec.name == "faults")
        faults[placed.descriptor->name] = placed.parameters.integer("faults");
  return faults;
}

/// Chooses which components crash together.
class Chooser {
public:
  Chooser(const Instance& instance, const Record& record, const SweepRequest& request)
      : record_(record), request_(request), dates_(dates_around(record)), faults_(faults_of(instance.plan)) {}

  CaseSpace space() {
    for (const auto& name : request_.kill)
      check_is_there(name);
    CaseSpace space;
    for (std::size_t a = 0; a < record_.components.size(); ++a) {
      if (!request_.pairs)
        add({a}, space);
      for (auto b = a + 1; request_.pairs && b < record_.components.size(); ++b)
        add({a, b}, space);
    }
    if (dates_.empty())
      throw InputError("chaos: nothing happens in the run after t=0 s; valid: a run that takes time");
    if (space.families.empty())
      refuse();
    return space;
  }

private:
  bool is_meant(const Component& component) const {
    return request_.kill.empty() ||
           std::any_of(request_.kill.begin(), request_.kill.end(),
                       [&](const std::string& name) { return is_called(component, name); });
  }
  static bool is_called(const Component& component, const std::string& name) {
    return component.host == name || component.kind == name || component.lives.count(name) > 0 ||
           contains(component.kind, name);
  }
  /// Whether "a + b" has that name.
  static bool contains(const std::string& kind, const std::string& name) {
    return (" " + kind + " ").find(" " + name + " ") != std::string::npos;
  }

  void add(const std::vector<std::size_t>& components, CaseSpace& space) {
    const auto& all = record_.components;
    if (!std::all_of(components.begin(), components.end(), [&](auto i) { return is_meant(all[i]); }))
      return;
    if (is_beyond_faults(components))
      return;
    for (const bool returns : {false, true})
      space.families.push_back(family_of(components, returns, group_of(components, returns, space)));
  }

  /// Each component at each date.
  Family family_of(const std::vector<std::size_t>& components, bool returns, std::size_t group) const {
    std::vector<std::string> hosts;
    for (const auto i : components)
      hosts.push_back(record_.components[i].host);
    const auto cases = hosts.size() == 1 ? dates_.size() : dates_.size() * dates_.size();
    return {group, cases,
            [hosts, dates = dates_, down = returns ? down_of(record_, request_) : never](auto i) {
              if (hosts.size() == 1)
                return FaultCase{{{hosts[0], dates[i], down}}, {}};
              return FaultCase{
                  {{hosts[0], dates[i / dates.size()], down}, {hosts[1], dates[i % dates.size()], down}}, {}};
            }};
  }

  bool is_beyond_faults(const std::vector<std::size_t>& components) {
    for (const auto& [actor, most] : faults_) {
      const auto hit = std::count_if(components.begin(), components.end(), [&name = actor, this](auto i) {
        return record_.components[i].lives.count(name) > 0;
      });
      if (hit > most) {
        beyond_ = actor + " supports " + std::to_string(most) + (most == 1 ? " crash" : " crashes") +
                  " (faults=" + std::to_string(most) + ")";
        return true;
      }
    }
    return false;
  }

  std::size_t group_of(const std::vector<std::size_t>& components, bool returns, CaseSpace& space) {
    std::string kind = record_.components[components.front()].kind;
    if (const auto& last = record_.components[components.back()].kind; last != kind)
      kind += ", " + last;
    const std::string number = components.size() > 1 ? std::to_string(components.size()) + " " : "";
    const std::string way = number + (number.empty() ? returns ? "returns" : "goes"
                                      : returns      ? "return"
                                                     : "go");
    return space.group_of(kind, way);
  }

  void check_is_there(const std::string& name) const {
    std::set<std::string> valid;
    for (const auto& component : record_.components) {
      if (is_called(component, name))
        return;
      valid.insert(component.kind);
    }
    throw InputError("chaos: --kill " + name + ": no component has this name; valid: " +
                     listed({valid.begin(), valid.end()}) + ", or a host");
  }

  [[noreturn]] void refuse() const {
    const auto& all = record_.components;
    if (request_.pairs &&
        std::count_if(all.begin(), all.end(), [this](const auto& one) { return is_meant(one); }) < 2)
      throw InputError("chaos: --pairs: only one host may crash; valid: another --kill, or without --pairs");
    throw InputError("chaos: " + std::string(request_.pairs ? "--pairs: " : "") + beyond_ +
                     "; valid: more servers and faults, or " +
                     (request_.pairs ? "without --pairs" : "another --kill"));
  }

  const Record& record_;
  const SweepRequest& request_;
  const std::vector<Seconds> dates_;
  const std::map<std::string, std::int64_t> faults_;
  std::string beyond_; ///< which actor supports no more crashes
};

} // namespace

std::vector<Seconds> dates_around(const Record& record) {
  std::vector<Seconds> all;
  for (const auto date : record.dates)
    for (const auto around : {date - just, date + soon, date + just})
      if (around > 0 && around <= record.end())
        all.push_back(around);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end(), [](Seconds a, Seconds b) { return b - a < same; }),
            all.end());
  return all;
}

Seconds down_of(const Record& record, const SweepRequest& request) {
  return request.down.value_or(record.end() / 10);
}

std::vector<std::string> environment_of(const SweepRequest& request) {
  if (!request.messages)
    return {};
  return environment_of(FaultCase{
      {},
      {{1, request.messages == MessageSweep::lost ? never : 1, request.messages == MessageSweep::doubled}}});
}

std::size_t CaseSpace::group_of(const std::string& kind, const std::string& way) {
  const auto known = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& group) { return group.kind == kind && group.way == way; });
  const auto place = static_cast<std::size_t>(known - groups.begin());
  if (known == groups.end())
    groups.push_back({kind, way});
  return place;
}

CaseSpace crash_cases(const Instance& instance, const Record& record, const SweepRequest& request) {
  return Chooser(instance, record, request).space();
}

std::vector<PlannedCase> cases_in(const CaseSpace& space, const std::vector<bool>& takes_part,
                                  std::size_t most, std::uint64_t seed) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < space.families.size(); ++i)
    left += takes_part[i] ? space.families[i].cases : 0;
  std::size_t wanted = std::min(most, left);
  std::vector<PlannedCase> cases;
  RandomStreams random(seed);
  auto& engine = random.stream("chaos.cases");
  for (std::size_t i = 0; i < space.families.size(); ++i)
    for (std::size_t number = 0; takes_part[i] && number < space.families[i].cases; ++number, --left)
      // So that each case is as likely to be drawn as any other.
      if (wanted == left || boost::random::uniform_int_distribution<std::size_t>(1, left)(engine) <= wanted) {
        cases.push_back({space.families[i].at(number), space.families[i].group});
        --wanted;
      }
  return cases;
}

} // namespace malha::chaos
