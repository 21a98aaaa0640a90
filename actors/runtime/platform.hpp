// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"
#include "profiles.hpp"

#include <simgrid/s4u.hpp>

#include <variant>

namespace malha {

/// Where the platform of a run comes from: an XML file, or a generator with its parameters.
struct PlatformSource {
  struct Generated {
    const PlatformDescriptor* generator;
    Parameters parameters;
  };
  /// The rate of a station of a Wifi zone: the bandwidth of that number of the zone's link, from 0.
  struct WifiRate {
    std::string station, link;
    int level;
  };
  std::string name;
  std::variant<std::filesystem::path, Generated> from;
  std::vector<std::filesystem::path> profile_files = {}; ///< that the XML names, in its order
  std::vector<Profile> profiles = {};                    ///< what changes over time, in the order of the XML
  std::vector<WifiRate> wifi_rates = {};                 ///< which SimGrid's XML cannot say
  std::string note = {}; ///< what its user should know of it; empty for nothing
};

/// The platform of an XML file, named after it. Throws InputError, with file and line, for what SimGrid 3.32
/// does not finish, misreads or ignores in silence, and for options of SimGrid, which a platform may not set.
/// Whether SimGrid takes the rest is found out by loading it.
PlatformSource read_platform_file(const std::filesystem::path& file);

/// The hosts of a loaded platform, by creation, and which of them a selector means.
class Grid {
public:
  /// Loads the platform, or draws and builds it. One engine must exist.
  Grid(const PlatformSource& source, RandomStreams& random, simgrid::s4u::Engine& engine);

  /// The hosts a deployment's `host` means: a name, a glob, `@role=master`, `@role=worker` or
  /// `@property=value`, in order of creation. Where no host has a role, the first is master and worker and
  /// all others are workers; where only the master is marked, all others are workers. A host called
  /// master_host is the master where none is marked. Stores and hosts of speed 0 are never workers. Throws
  /// std::invalid_argument when there is none.
  std::vector<simgrid::s4u::Host*> select(const std::string& selector) const;
  /// The hosts of `@role=master`; none where a platform marks only its workers.
  std::vector<simgrid::s4u::Host*> masters() const { return with_role("master"); }

  /// What a user may not expect of the roles, a sentence each.
  std::vector<std::string> notes() const;

  const std::string& name() const { return name_; }
  std::size_t links() const { return links_; }
  /// False where there is no routing at all (routing="None"): a host does not even reach itself.
  bool routes() const;

private:
  std::vector<simgrid::s4u::Host*> with_property(const std::string& name,
                                                 const std::vector<std::string>& values) const;
  std::vector<simgrid::s4u::Host*> with_role(const std::string& role) const;
  std::vector<simgrid::s4u::Host*> marked_masters() const;
  std::string some_names() const;

  std::string name_;
  std::vector<simgrid::s4u::Host*> hosts_;
  std::size_t links_ = 0;
};

} // namespace malha
