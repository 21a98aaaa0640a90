// SPDX-License-Identifier: MIT
#include "asker.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace malha::conformance {
namespace {

/// The policy of a plugin that is known to have one.
const PolicyDescriptor& policy_in(const std::filesystem::path& plugin) {
  void* library = dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto* entry =
      library == nullptr ? nullptr : reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"));
  if (entry == nullptr)
    throw std::runtime_error(dlerror());
  return *static_cast<const PolicyDescriptor*>(entry().contents);
}

std::unique_ptr<Policy> made_or_flaw(const PolicyDescriptor& policy, const Parameters& parameters,
                                     RandomStreams& streams) {
  try {
    return policy.make(parameters, streams);
  } catch (const std::exception& error) {
    throw Flaw("rules", "it cannot be made: " + beginning_of(error.what()));
  } catch (...) {
    throw Flaw("rules", "it cannot be made: it throws something that is no std::exception");
  }
}

/// Whether a policy with these parameters declares the trait. What depends on the run, the transport or other
/// actors, may hold.
bool declares(const PolicyDescriptor& policy, const Parameters& parameters, Trait trait, double amount) {
  const auto own = [&](const std::string& key) {
    return std::any_of(policy.parameters.begin(), policy.parameters.end(),
                       [&](const auto& spec) { return spec.name == key; });
  };
  return std::any_of(policy.allows.begin(), policy.allows.end(), [&](const Allowance& showing) {
    const auto may_hold = [&](const auto& setting) {
      return !own(setting.first) || parameters.text(setting.first) == setting.second;
    };
    const auto holds = [&](const auto& setting) { return own(setting.first) && may_hold(setting); };
    return showing.trait == trait && std::all_of(showing.when.begin(), showing.when.end(), may_hold) &&
           std::none_of(showing.unless.begin(), showing.unless.end(), holds) &&
           (showing.amount.empty() || parameters.real(showing.amount) >= amount);
  });
}

/// Makes instances of a policy, and asks them.
class Asker {
public:
  Asker(const Session& session, const Watch& watch)
      : session_(session), place_(watch.place), alarm_(watch.alarm), output_(watch.output) {}

  SessionResult try_all() {
    place_.stage = Place::opens;
    place_.end = Place::none;
    try {
      open();
      for (place_.sequence = 0; place_.sequence < session_.sequences.size();
           place_.sequence = place_.sequence + 1)
        ask_all(session_.sequences[place_.sequence]);
    } catch (const Flaw& flaw) {
      found(flaw.kind, flaw.what());
    } catch (const NoView& none) {
      found("no view", none.what());
    } catch (const BrokenRule& broken) {
      found("rules", broken.what());
    }
    return std::move(result_);
  }

private:
  void found(const std::string& row, const std::string& sentence) {
    result_.found = Found{row, sentence, place_.sequence, place_.view};
  }

  void open() {
    output_.begin();
    alarm_.set();
    policy_ = session_.policy != nullptr ? session_.policy : &policy_in(session_.plugin);
    views_ = views_of(policy_->question);
    if (views_ == nullptr)
      throw UnknownQuestion("no views of the question '" + policy_->question + "' are known");
    output_.expect_silence();
  }

  std::unique_ptr<Policy> make(const Parameters& parameters, RandomStreams& streams) {
    place_.stage = Place::makes;
    alarm_.set();
    auto made = made_or_flaw(*policy_, parameters, streams);
    output_.expect_silence();
    place_.stage = Place::asks;
    return made;
  }

  void ask_all(const Sequence& sequence) {
    result_.answers.emplace_back();
    const auto parameters = parameters_of(sequence);
    std::unique_ptr<RandomStreams> streams; // which the instance may refer to
    std::unique_ptr<WatchedAsking> asking;
    std::unique_ptr<Policy> instance;
    for (place_.view = 0; place_.view < sequence.views.size(); place_.view = place_.view + 1) {
      if (!instance || views_->is_alone) {
        destroy(instance);
        streams = std::make_unique<RandomStreams>(session_.seed);
        asking = std::make_unique<WatchedAsking>(alarm_, output_, result_.calls, result_.time);
        instance = make(parameters, *streams);
      }
      const auto& view = sequence.views[place_.view];
      auto answer = views_->ask(*instance, view, *asking);
      if (const auto rule = views_->broken_rule(view, answer); !rule.empty())
        throw BrokenRule(rule);
      check_traits(*asking, parameters);
      result_.answers.back().push_back(std::move(answer));
    }
    destroy(instance);
  }

  /// `malha validate` reports a trait that a run shows and no plugin declares as a violation.
  void check_traits(const Asking& asking, const Parameters& parameters) const {
    for (const auto& [trait, shown] : asking.traits())
      if (!declares(*policy_, parameters, trait, shown.amount)) {
        const auto& word = word_of(trait);
        throw Flaw(
            "described",
            shown.what + ", and it does not declare '" + word.word + "'" +
                (*word.unit == '\0' ? "" : " with so large an amount") + " (" + word.meaning +
                "): malha validate will say that such schedules are not valid; malha::Trait::" + word.word +
                " after its parameters declares it (docs/files.md, What a schedule may show)");
      }
  }

  Parameters parameters_of(const Sequence& sequence) const {
    try {
      return Parameters(policy_->parameters, sequence.parameters);
    } catch (const std::invalid_argument& error) {
      throw NoView(error.what());
    }
  }

  void destroy(std::unique_ptr<Policy>& instance) {
    place_.stage = Place::destroys;
    alarm_.set();
    instance.reset();
    output_.expect_silence();
    output_.expect_no_traces();
  }

  const Session& session_;
  Place& place_;
  const Alarm& alarm_;
  CapturedOutput& output_;
  const PolicyDescriptor* policy_ = nullptr;
  const Views* views_ = nullptr;
  SessionResult result_;
};

Sequence sequence_of(const Part& part) {
  Sequence sequence;
  for (const auto& view : part.list("views"))
    sequence.views.push_back(view);
  for (const auto& [name, value] : part.object("parameters").items()) {
    need(value.is_string(), "parameter '" + name + "' is " + value.dump() + "; valid: a text");
    sequence.parameters[name] = value.get<std::string>();
  }
  part.expect_no_others();
  return sequence;
}

} // namespace

SessionResult ask(const Session& session, const Watch& watch) { return Asker(session, watch).try_all(); }

SessionResult ask(const Session& session) {
  Place place;
  Alarm alarm(place, 1e6);
  CapturedOutput output(false);
  return ask(session, {place, alarm, output});
}

Session session_of(const std::filesystem::path& plugin, const Json& example) {
  const Part part(example);
  Session session;
  session.plugin = plugin;
  std::string policy; // its caller compares it
  part.read("policy", policy);
  std::int64_t seed = 0;
  part.read("seed", seed, from(0));
  session.seed = static_cast<std::uint64_t>(seed);
  for (const auto& before : part.list("before"))
    session.sequences.push_back(sequence_of(Part(before)));
  session.sequences.push_back(sequence_of(part));
  return session;
}

} // namespace malha::conformance
