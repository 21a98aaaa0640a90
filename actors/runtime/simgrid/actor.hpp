// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "actors/runtime/plan/condition.hpp"
#include "actors/runtime/records/run_status.hpp"
#include "forward.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/plugin.hpp"
#include "results/measures/metrics.hpp"

#include <boost/preprocessor/cat.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace malha {

class ActorContext;
class Stage;

/// A process on a host. An actor is built before the simulation starts, and then run once. It receives
/// messages, keeps its book, asks its policies, checks their answers, sends and records. It never chooses.
class Actor {
public:
  virtual ~Actor() = default;
  virtual void run() = 0;
  /// Whether the actor has something to do under the transport and the parameters that it was given. An actor
  /// that has nothing to do costs the run nothing.
  virtual bool is_active() const { return true; }
  /// What the actor waits for, if that says more than the name of a mailbox; shown when the run deadlocks.
  virtual std::string blocked_on() const { return ""; }
  /// Adds what the actor has measured to the metrics that it declares. Called once, with the date at which
  /// the run is over or was cut.
  virtual void measure(Seconds) {}
};

/// A question that an actor asks. `slot` tells several apart: the deployment names the policy in property
/// "policy", or "policy.<slot>", and its parameters in "policy.<parameter>", or "policy.<slot>.<parameter>".
struct QuestionSlot {
  std::string slot;
  std::string question;
  std::string default_policy = ""; ///< answers if the deployment names none; "": it must name one

  std::string property() const { return slot.empty() ? "policy" : "policy." + slot; }
};

/// Describes one actor of a plugin.
struct ActorDescriptor {
  std::string name;    ///< "easygrid/site_manager": also the path of its source below actors/
  std::string summary; ///< one sentence
  std::string source;
  std::vector<ParameterSpec> parameters;
  std::vector<QuestionSlot> asks;
  std::vector<MetricSpec> metrics; ///< measured beyond the shared vocabulary
  std::vector<Shape> runs;         ///< not empty: it is an entry point, for jobs of these shapes
  bool daemon = false;             ///< it never ends by itself: the run ends without it
  /// Throws InputError when the deployment does not give the actor what it needs.
  std::unique_ptr<Actor> (*make)(ActorContext&) = nullptr;
  /// If this actor is deployed too, it is the entry point instead.
  std::string yields_to = "";
  /// Of an entry point: all conditions that it supports. Other actors list the conditions that they support
  /// under some settings only.
  std::vector<Support> supports = {};
  /// Other actors cannot go on without it: its host must not fail.
  bool keeps_host = false;
  /// It belongs to the grid: runs add it to any deployment, once, and no deployment file has it.
  bool is_environment = false;
  std::vector<Imposes> imposes = {}; ///< of an environment actor
  /// Outcomes of attempts that did not end their task, as attempts.csv has them: "lost", "requeued", …
  std::vector<std::string> attempts_end = {};
  std::vector<Allowance> allows = {}; ///< traits of the schedules of its runs
  bool runs_again = false;            ///< entry actors only: restarts and resumes when its host recovers
  /// Entry actors only: the settings under which tasks of DAGs find what others made in a file system,
  /// without messages; nothing: they never do.
  std::optional<std::map<std::string, std::string>> shares_files = {};
};

/// The date of the run, written as in the results.
std::string date_now();

/// A policy, as one actor asks it. What the policy throws, and what the actor finds wrong with its answer,
/// becomes a RuleBroken that names the policy, the date and the rule.
template <class Question>
class PolicyUse {
public:
  PolicyUse(std::string name, std::unique_ptr<Policy> policy)
      : name_(std::move(name)), policy_(static_cast<Question*>(policy.release())),
        number_(run_status->enlist(name_)) {}

  template <class Ask>
  auto ask(Ask&& question) const {
    struct Asking {
      explicit Asking(std::size_t number) { run_status->asked = number; }
      ~Asking() { run_status->asked = 0; }
    };
    try {
      const Asking asking(number_);
      return question(*policy_);
    } catch (const BrokenRule& rule) { // of a policy in another process
      broke(rule.what());
    } catch (const std::exception& error) {
      broke("it threw: " + std::string(error.what()));
    } catch (...) { // a policy makes no call of SimGrid, so that this kills no actor
      broke("it threw something that is no std::exception");
    }
  }
  const std::string& name() const { return name_; }
  [[noreturn]] void broke(const std::string& rule) const {
    throw RuleBroken("policy '" + name_ + "' broke a rule at t=" + date_now() + " s: " + rule);
  }
  /// Checks positions in a list of `size` elements. Throws RuleBroken unless each is in the list and none is
  /// given twice.
  void check_positions(const std::vector<std::size_t>& positions, std::size_t size,
                       const std::string& what) const {
    std::vector<bool> seen(size);
    for (const auto position : positions) {
      if (position >= size)
        broke(what + " " + std::to_string(position) + " is not there (" + std::to_string(size) + " are)");
      if (seen[position])
        broke(what + " " + std::to_string(position) + " is given twice");
      seen[position] = true;
    }
  }

private:
  std::string name_;
  std::unique_ptr<Question> policy_;
  std::size_t number_; ///< the policy's number in the status block
};

/// An actor of the deployment on one host, as other actors see it.
struct Peer {
  const ActorDescriptor* descriptor;
  simgrid::s4u::Host* host;
  Parameters parameters;
  std::string mailbox; ///< "easygrid/host_manager@host-3"
  int number = 0;      ///< among the actors of its name, in the order of the deployment
};

/// All that an actor has to work with: its simulation, parameters and policies.
class ActorContext {
public:
  struct Choice {
    const PolicyDescriptor* policy;
    Parameters parameters;
  };

  ActorContext(Stage& simulation, Peer self, std::map<std::string, Choice> choices, std::uint64_t seed)
      : simulation_(simulation), self_(std::move(self)), choices_(std::move(choices)),
        random_(seed, self_.mailbox) {}

  Stage& simulation() { return simulation_; }
  const Peer& self() const { return self_; }
  simgrid::s4u::Host* host() const { return self_.host; }
  const Parameters& parameters() const { return self_.parameters; }

  /// The policy that the deployment chose for a slot, with its parameters: "pull/ticket_classes (nc=3)".
  std::string policy_text(const std::string& slot = "") const;
  /// The policy that the deployment chose for a slot, and its parameters.
  const Choice& choice(const std::string& slot = "") const { return choices_.at(slot); }
  /// Makes the policy that the deployment chose for a slot of the descriptor.
  template <class Question>
  PolicyUse<Question> policy(const std::string& slot = "") {
    return {choices_.at(slot).policy->name, make_policy(slot, Question::question)};
  }

  /// What the actor waits for, shown when the run deadlocks; null while it does not wait.
  const std::string* waits_for = nullptr;

private:
  std::unique_ptr<Policy> make_policy(const std::string& slot, const std::string& question);

  Stage& simulation_;
  Peer self_;
  std::map<std::string, Choice> choices_;
  RandomStreams random_; ///< of its policies; other actors and the workload draw from streams of their own
};

/// Makes an actor of a class that is constructible from ActorContext&.
template <class A>
std::unique_ptr<Actor> make_actor(ActorContext& context) {
  return std::make_unique<A>(context);
}

/// Describes an actor part by part, each by its name: describe<Worker>("mine/worker", "…", "…").is_daemon().
/// A part that is left out is empty, or false.
class Described {
public:
  explicit Described(ActorDescriptor described) : described_(std::move(described)) {}
  operator ActorDescriptor() const { return described_; }

  Described& takes(std::vector<ParameterSpec> parameters) {
    described_.parameters = std::move(parameters);
    return *this;
  }
  Described& asks(std::vector<QuestionSlot> questions) {
    described_.asks = std::move(questions);
    return *this;
  }
  Described& measures(std::vector<MetricSpec> metrics) {
    described_.metrics = std::move(metrics);
    return *this;
  }
  /// Makes it an entry point, for jobs of these shapes.
  Described& runs(std::vector<Shape> shapes) {
    described_.runs = std::move(shapes);
    return *this;
  }
  Described& supports(const std::vector<Support>& conditions) {
    described_.supports.insert(described_.supports.end(), conditions.begin(), conditions.end());
    return *this;
  }
  /// Refuses runs under transport=instant at their start.
  Described& network_only() { return supports({{Condition::instant, {{"transport", "network"}}}}); }
  /// Refuses runs under transport=network. An entry point refuses them, too, unless it supports
  /// Condition::network.
  Described& instant_only() { return supports({{Condition::network, {{"transport", "instant"}}}}); }
  /// Lists the outcomes in attempts.csv of attempts that did not end their task.
  Described& attempts_end(std::vector<std::string> outcomes) {
    described_.attempts_end = std::move(outcomes);
    return *this;
  }
  /// Lists what the schedules of its runs may show, beside what its policies allow.
  Described& allows(std::vector<Allowance> traits) {
    described_.allows = std::move(traits);
    return *this;
  }
  Described& yields_to(std::string actor) {
    described_.yields_to = std::move(actor);
    return *this;
  }
  Described& is_daemon() {
    described_.daemon = true;
    return *this;
  }
  Described& keeps_host() {
    described_.keeps_host = true;
    return *this;
  }
  /// Under these settings tasks of DAGs find what others made in a file system of all their resources,
  /// without messages.
  Described& shares_files(std::map<std::string, std::string> when = {}) {
    described_.shares_files = std::move(when);
    return *this;
  }
  /// Restarts and resumes when its host recovers.
  Described& runs_again() {
    described_.runs_again = true;
    return *this;
  }
  /// Makes it a part of the grid, which imposes these conditions on other actors.
  Described& is_environment(std::vector<Imposes> imposes) {
    described_.is_environment = true;
    described_.imposes = std::move(imposes);
    return *this;
  }

private:
  ActorDescriptor described_;
};

/// Describes an actor of class `A`, which is constructible from ActorContext&. The name is the path of its
/// source below actors/.
template <class A>
Described describe(std::string name, std::string summary, std::string source) {
  ActorDescriptor described;
  described.name = std::move(name);
  described.summary = std::move(summary);
  described.source = std::move(source);
  described.make = make_actor<A>;
  return Described(std::move(described));
}

/// The actors of the module into which this is compiled: hidden visibility gives each module its own list.
__attribute__((visibility("hidden"))) inline std::vector<ActorDescriptor>& actors_of_this_module() {
  static std::vector<ActorDescriptor> actors;
  return actors;
}

} // namespace malha

/// Last line of an actor's file: MALHA_ACTOR(malha::describe<Class>("folder/name", "…", "…")…). All actors of
/// a module share its entry point, module_entry.cpp, which the build adds.
#define MALHA_ACTOR(...)                                                                                     \
  static const bool BOOST_PP_CAT(malha_actor_registered_, __COUNTER__) =                                     \
      (malha::actors_of_this_module().push_back(__VA_ARGS__), true);
