// SPDX-License-Identifier: MIT
// What a policy in another process writes: its greeting and its answers, behind a line with the question that
// it answers. They are read as decisions, or refused in one sentence.
#include "actors/model/broken_rule.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/checkpoint.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/multicluster/coallocation.hpp"
#include "policies/multicluster/limit.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/pull/choice.hpp"
#include "scratch.hpp"

#include <list>

namespace malha::fuzz::external_answer_harness {

/// What is left of what the policy writes, whatever it is asked.
std::string_view& said() {
  static std::string_view text;
  return text;
}

} // namespace malha::fuzz::external_answer_harness

namespace malha::external {

// In place of a process. A harness is one process, and another one for each input would take most of the
// time.
GuardedProcess::GuardedProcess(const Program&, Seconds) {}
GuardedProcess::~GuardedProcess() = default;
void GuardedProcess::send(const std::string&, Seconds) {}
void GuardedProcess::need_running() {}
void GuardedProcess::finish() {}
void GuardedProcess::kill() {}

std::string GuardedProcess::receive(Seconds, std::size_t most) {
  auto& said = fuzz::external_answer_harness::said();
  const auto end = said.find('\n');
  if (end == std::string_view::npos || end > most)
    throw BrokenRule("it closed its output in the middle of an answer");
  std::string line(said.substr(0, end));
  said.remove_prefix(end + 1);
  return line;
}

} // namespace malha::external

namespace malha::fuzz::external_answer_harness {

void ask(cluster::Queue& policy) {
  const IndexSet free(0, 4), down;
  const std::vector<cluster::Machine> machines{{0, 1}, {1, 1}, {2, 1}, {3, 1}};
  std::list<cluster::QueuedJob> queue(2);
  queue.front().size = 2;
  queue.back().handle = 1;
  queue.back().id = 1;
  const cluster::Changes changes{{queue.begin(), queue.end()}, {}};
  const std::vector<cluster::Release> running;
  for (int i = 0; i < 2; ++i) {
    const auto decision = policy.decide({0, 4, free, down, machines, queue, running, changes, true});
    for (const auto& start : decision.start)
      require(start.size >= 0 && (start.nodes.empty() || start.nodes.intervals().front().first >= 0),
              "a start has nodes that may be there");
    for (const auto& reason : decision.reasons)
      require(reason.code != nullptr, "a reason has a code");
  }
}

void ask(cluster::Checkpoint& policy) {
  const cluster::QueuedJob job;
  for (int i = 0; i < 2; ++i)
    policy.interval({0, job, 0, 60, 0});
}

void ask(easygrid::Balance& policy) {
  const std::vector<easygrid::ChildLoad> children{{0, 1e9, 5}, {1, 1e9, 7}};
  for (int i = 0; i < 2; ++i)
    policy.rebalance({0, children});
}

void ask(multicluster::Limit& policy) {
  multicluster::LimitView view{};
  const auto admitted = policy.admit(view);
  require(admitted == multicluster::Admitted::yes || admitted == multicluster::Admitted::no ||
              admitted == multicluster::Admitted::wants_estimate,
          "an answer is one of three");
}

void ask(multicluster::UpperQueue& policy) {
  const std::list<multicluster::UpperJob> waiting;
  const std::vector<multicluster::Cluster> clusters;
  policy.next({0, waiting, clusters, 0});
}

void ask(multicluster::Coallocate& policy) {
  const multicluster::Application application;
  const std::vector<multicluster::ClusterOffer> clusters;
  policy.coallocate({2, application, clusters});
}

void ask(pull::Choice& policy) {
  const std::vector<pull::OfferedJob> jobs;
  policy.classes_of({1, 2});
  policy.wanted({0, jobs});
}

/// Asks it if it is one of that question.
template <class Question>
void ask_if(Policy& policy) {
  if (auto* const asked = dynamic_cast<Question*>(&policy))
    ask(*asked);
}

void talk(const external::ExternalQuestion& question) {
  const auto policy = question.make(std::make_unique<external::Conversation>(
      external::Program(),
      external::Hello{question.name, question.asks, question.tells, question.says, {}, 0}, 1));
  ask_if<cluster::Queue>(*policy);
  ask_if<cluster::Checkpoint>(*policy);
  ask_if<easygrid::Balance>(*policy);
  ask_if<multicluster::Limit>(*policy);
  ask_if<multicluster::UpperQueue>(*policy);
  ask_if<multicluster::Coallocate>(*policy);
  ask_if<pull::Choice>(*policy);
}

void check(std::string_view text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto* const question = external::find_external_question(std::string(text.substr(0, end)));
  if (question == nullptr)
    return;
  said() = text.substr(std::min(end + 1, text.size()));
  try {
    talk(*question);
  } catch (const std::logic_error&) {
    throw;                                      // it is no sentence about an answer
  } catch (const std::runtime_error& refused) { // a broken rule, also of the greeting
    require(*refused.what() != 0, "what is refused is refused with a word");
  }
}

} // namespace malha::fuzz::external_answer_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::external_answer_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
