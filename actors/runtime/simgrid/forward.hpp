// SPDX-License-Identifier: MIT
#pragma once
#include <boost/smart_ptr/intrusive_ptr.hpp>

/// The types of SimGrid to which headers point. A header that only points to them includes this file, so that
/// scenarios and tests of policies do not parse SimGrid.
namespace simgrid::s4u {
class Engine;
class Exec;
class Host;
using ExecPtr = boost::intrusive_ptr<Exec>;
} // namespace simgrid::s4u
