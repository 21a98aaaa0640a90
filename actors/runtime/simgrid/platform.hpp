// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/profiles.hpp"
#include "forward.hpp"
#include "policies/sdk/platform.hpp"

#include <memory>
#include <variant>

namespace malha {

/// Where the platform of a run comes from: an XML file, or a generator with its parameters.
struct PlatformSource {
  struct Generated {
    const PlatformDescriptor* generator;
    Parameters parameters;
  };
  /// The rate of a station in a Wifi zone. `level` counts the bandwidths of the zone's link, from 0.
  struct WifiRate {
    std::string station, link;
    int level;
  };
  /// An option of SimGrid that the XML sets, "key:value", and where.
  struct Option {
    std::string text, place;
  };
  std::string name;
  std::variant<std::filesystem::path, Generated> from;
  std::vector<std::filesystem::path> profile_files = {}; ///< files that the XML names, in its order
  std::vector<Profile> profiles = {};                    ///< what changes over time, in the order of the XML
  std::vector<WifiRate> wifi_rates = {};                 ///< which SimGrid's XML cannot express
  std::vector<Option> options = {};                      ///< in the order of the XML, each key once
  /// What SimGrid loads in place of the file, which sets options. Null: it loads the file.
  std::shared_ptr<const std::string> text_without_options = {};
  std::vector<std::string> notes = {}; ///< what reading the XML left out, one sentence each
  std::string note = {};               ///< what a user should know of the platform; "": nothing

  /// The options as make_engine takes them.
  std::vector<std::string> simgrid_options() const;
};

/// Reads a platform file; the platform has the file's name. Throws InputError, with file and line, for all
/// that SimGrid 3.32 hangs on, misreads or ignores in silence. SimGrid itself judges the rest when it loads
/// the platform, and the values of options when it is asked.
PlatformSource read_platform_file(const std::filesystem::path& file);

/// A message of SimGrid about a platform that was loaded from memory, with the name of its file.
std::string in_words_of(const std::filesystem::path& file, std::string said);

/// The hosts of a loaded platform in the order of their creation, and the meaning of selectors.
class Grid {
public:
  /// Loads the platform, or draws and builds it. The process must have an engine.
  Grid(const PlatformSource& source, RandomStreams& random, simgrid::s4u::Engine& engine);

  /// The hosts that `host` of a deployment means, in the order of their creation. A selector is a name, a
  /// glob, `@role=master`, `@role=front`, `@role=worker` or `@property=value`. Where no host has a role, the
  /// first host is master and worker, and all others are workers. Where only the master has a role, all
  /// others are workers. A host called master_host is the master where no host has that role. Stores, fronts
  /// and hosts of speed 0 are never workers. Throws std::invalid_argument when the selector means no host.
  std::vector<simgrid::s4u::Host*> select(const std::string& selector) const;
  /// The hosts of `@role=master`. There is none where a platform marks only its workers.
  std::vector<simgrid::s4u::Host*> masters() const { return masters_; }

  /// Remarks on roles that a user may not expect, one sentence each.
  std::vector<std::string> notes() const;

  const std::string& name() const { return name_; }
  std::size_t links() const { return links_; }
  /// Whether the platform has any routing. Without it (routing="None") a host does not even reach itself.
  bool routes() const;

private:
  std::vector<simgrid::s4u::Host*> with_property(const std::string& name,
                                                 const std::vector<std::string>& values) const;
  std::vector<simgrid::s4u::Host*> marked_masters() const;
  void find_roles();
  std::string some_names() const;

  std::string name_;
  std::vector<simgrid::s4u::Host*> hosts_, masters_, workers_;
  std::size_t links_ = 0;
};

} // namespace malha
